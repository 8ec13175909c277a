// SQL statements, declared when their file is loaded, so that a test can prepare them all against the real schema: a
// misspelt column fails there.
import type { ClientBase } from 'pg'

/** The pool, or one connection inside a transaction. */
export type Queryable = Pick<ClientBase, 'query'>

export type Statement = { readonly name?: string; readonly text: string }

const declared: Statement[] = []

const declare = (statement: Statement): Statement => {
  declared.push(statement)
  return statement
}

/** Planned for each execution: for rare statements, and for those whose best plan depends on the values. */
export const statement = (text: string): Statement => declare({ text })

/** Prepared once per connection under this name: for frequent statements. */
export const prepared = (name: string, text: string): Statement => declare({ name, text })

/** Runs a statement and returns its rows. */
export const readRows = async <Row extends object>(
  client: Queryable,
  select: Statement,
  values: unknown[] = [],
): Promise<Row[]> => (await client.query<Row>({ ...select, values })).rows

/** Runs a statement and returns how many rows it changed. */
export const changeRows = async (
  client: Queryable,
  change: Statement,
  values: unknown[] = [],
): Promise<number> => (await client.query({ ...change, values })).rowCount ?? 0

const existsStatement = statement('select to_regclass($1) is not null as exists')

export async function hasTable(client: Queryable, name: string): Promise<boolean> {
  const [row] = await readRows<{ exists: boolean }>(client, existsStatement, [name])
  return row?.exists === true
}

/**
 * All statements of the files loaded so far.
 * @internal
 */
export const listStatements = (): readonly Statement[] => declared
