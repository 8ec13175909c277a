// A statement as it is sent to the database. Each one is declared when its file is loaded, so that a test can prepare
// them all against the real schema: a misspelt column fails there and not in front of a caller.

export type Statement = { readonly name?: string; readonly text: string }

const declared: string[] = []

/** A statement that is planned anew each time: for what is rare, or whose best plan depends on its values. */
export function statement(text: string): Statement {
  declared.push(text)
  return { text }
}

/** A statement that each connection prepares once under this name: for what is asked all the time. */
export function prepared(name: string, text: string): Statement {
  declared.push(text)
  return { name, text }
}

/** What the files loaded so far have declared. */
export const declaredStatements = (): readonly string[] => declared
