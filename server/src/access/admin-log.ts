// Writes the admin log: which operator or key changed what, and when. A row is written in the transaction of its change
// and never contains a secret, because no change carries one.

import type { PoolClient } from 'pg'
import { statement } from '../db/statement.ts'

/** The actor name of a key. */
export const toActor = ({ keyId }: { keyId: string }): string => `key ${keyId}`

export type AdminChange = { actor: string; action: string; subject: string; detail: object }

const insertStatement = statement(
  'insert into admin_log (actor, action, subject, detail) values ($1, $2, $3, $4)',
)

export async function writeAdminLog(client: Pick<PoolClient, 'query'>, change: AdminChange): Promise<void> {
  const { actor, action, subject, detail } = change
  await client.query({ ...insertStatement, values: [actor, action, subject, JSON.stringify(detail)] })
}
