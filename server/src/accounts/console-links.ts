// Creates links that sign in to the console as the operator and as the demo account. A link is a secret until it is
// used: print it on a terminal, never in a log.
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { hashKey } from './key-format.ts'
import { createSessions, type SessionOwner } from './sessions.ts'

/** Creates a code for each link and returns the lines to print. Browsers do not send the part after `#`. */
export async function createConsoleLinks(pool: Queryable, link: { adminToken: string; address: string }) {
  const { adminToken, address } = link
  const sessions = createSessions({ pool, adminToken })
  const makeLink = async (owner: SessionOwner) => `${address}/#code=${await sessions.makeCode(owner)}`
  const [demo] = await readRows<SessionOwner>(pool, findDemoStatement)
  return [
    ...(demo ? [`Console, signed in as "demo": ${await makeLink(demo)}`] : []),
    `Console, signed in as the operator: ${await makeLink({ keyId: null, secretHash: hashKey(adminToken) })}`,
    'Each link works once and expires in ten minutes.',
  ]
}

/** An active, unrestricted key of the demo account, which may have none. */
const findDemoStatement = statement(`
select k.id as "keyId", k.hash as "secretHash" from keys k join accounts a on a.id = k.account_id
where a.slug = 'demo' and a.active and k.active and k.scopes is null and k.allowed_ips is null
  and (k.expires is null or k.expires > quarry_now())
order by k.created limit 1`)
