// Creates links that sign in to the console as the operator and as the demo account. A link is a secret until it is
// used: print it on a terminal, never in a log.
import { type Queryable, statement } from '../db/statement.ts'
import { hashKey } from './key-format.ts'
import { createSessions, type SessionOwner } from './sessions.ts'

/** Creates a code for each link and returns the lines to print. Browsers do not send the part after `#`. */
export async function createConsoleLinks(
  pool: Queryable,
  { adminToken, address }: { adminToken: string; address: string },
): Promise<string[]> {
  const sessions = createSessions({ pool, adminToken })
  const makeLink = async (owner: SessionOwner) => `${address}/#code=${await sessions.makeCode(owner)}`
  const demo = await findDemoKey(pool)
  return [
    ...(demo ? [`Console, signed in as "demo": ${await makeLink(demo)}`] : []),
    `Console, signed in as the operator: ${await makeLink({ keyId: null, secretHash: hashKey(adminToken) })}`,
    'Each link works once and expires in ten minutes.',
  ]
}

const findStatement = statement(`
select k.id, k.hash from keys k join accounts a on a.id = k.account_id
where a.slug = 'demo' and a.active and k.active and k.scopes is null and k.allowed_ips is null
  and (k.expires is null or k.expires > quarry_now())
order by k.created limit 1`)

/** Null if the demo account has no active, unrestricted key. */
async function findDemoKey(client: Queryable): Promise<SessionOwner | null> {
  const { rows } = await client.query<{ id: string; hash: Buffer }>(findStatement)
  return rows[0] ? { keyId: rows[0].id, secretHash: rows[0].hash } : null
}
