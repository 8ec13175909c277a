// Finds a key of the demo account for a sign-in link. The secret itself is not needed.

import { type Queryable, statement } from '../db/statement.ts'
import type { SessionOwner } from './sessions.ts'

const findStatement = statement(`
select k.id, k.hash from keys k join accounts a on a.id = k.account_id
where a.slug = 'demo' and a.active and k.active and k.scopes is null and k.allowed_ips is null
  and (k.expires is null or k.expires > quarry_now())
order by k.created limit 1`)

/** Null if the demo account has no active, unrestricted key. */
export async function findDemoKey(client: Queryable): Promise<SessionOwner | null> {
  const { rows } = await client.query<{ id: string; hash: Buffer }>(findStatement)
  return rows[0] ? { keyId: rows[0].id, secretHash: rows[0].hash } : null
}
