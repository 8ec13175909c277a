// The record of what was changed, when, and by whom: an operator, or a key of the account. Written in the transaction of
// the change; never holds a secret, because no change carries one.

import type { PoolClient } from 'pg'
import { statement } from '../db/statement.ts'

/** How a key is named that changed something. */
export const toActor = ({ keyId }: { keyId: string }): string => `key ${keyId}`

export type AdminChange = { actor: string; action: string; subject: string; detail: object }

const insertStatement = statement(
  'insert into admin_log (actor, action, subject, detail) values ($1, $2, $3, $4)',
)

export async function writeAdminLog(client: Pick<PoolClient, 'query'>, change: AdminChange): Promise<void> {
  const { actor, action, subject, detail } = change
  await client.query({ ...insertStatement, values: [actor, action, subject, JSON.stringify(detail)] })
}
