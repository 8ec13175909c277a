// Finds a row by its id, within what a caller may see of its account.
import { isUuid } from '@quarry/kit/is-uuid'
import type { Viewer } from '../../accounts/caller.ts'
import type { Queryable, Statement } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/errors.ts'

/** Throws Refusal not_found. The statement's parameters are the account, the id, and the key or null for all keys. */
export async function findOwn<Row extends object>(
  pool: Queryable,
  select: Statement,
  { accountId, keyId }: Viewer,
  id: string,
): Promise<Row> {
  if (!isUuid(id)) throw new Refusal('not_found')
  const { rows } = await pool.query<Row>({ ...select, values: [accountId, id, keyId] })
  if (!rows[0]) throw new Refusal('not_found')
  return rows[0]
}
