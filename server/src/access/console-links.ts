// Creates links that sign in to the console as the operator and as the demo account. A link is a secret until it is
// used: print it on a terminal, never in a log.
import type { Queryable } from '../db/statement.ts'
import { findDemoKey } from './find-demo-key.ts'
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
