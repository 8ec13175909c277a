// The record of what operators changed, when, and as whom. Written in the transaction of the change; never holds
// a secret, because no change carries one.
import type { PoolClient } from 'pg'

export type AdminChange = { actor: string; action: string; subject: string; detail: object }

export async function writeAdminLog(client: Pick<PoolClient, 'query'>, change: AdminChange): Promise<void> {
  await client.query('insert into admin_log (actor, action, subject, detail) values ($1, $2, $3, $4)', [
    change.actor,
    change.action,
    change.subject,
    JSON.stringify(change.detail),
  ])
}
