// A statement as it is sent to the database. Each one is declared when its file is loaded, so that a test can prepare
// them all against the real schema: a misspelt column fails there and not in front of a caller.

export type Statement = { readonly name?: string; readonly text: string }

const declared: Statement[] = []

const declare = (statement: Statement): Statement => {
  declared.push(statement)
  return statement
}

/** A statement that is planned anew each time: for what is rare, or whose best plan depends on its values. */
export const statement = (text: string): Statement => declare({ text })

/** A statement that each connection prepares once under this name: for what is asked all the time. */
export const prepared = (name: string, text: string): Statement => declare({ name, text })

/**
 * What the files loaded so far have declared: a test holds all of it against the real schema.
 * @internal
 */
export const declaredStatements = (): readonly Statement[] => declared
