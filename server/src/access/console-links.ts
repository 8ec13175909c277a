// Links that open the console signed in, as the operator and as the demo account. They are secrets until they are used:
// for a terminal, never for a log.
import type { Queryable } from '../db/statement.ts'
import { findDemoKey } from './find-demo-key.ts'
import { hashKey } from './key-format.ts'
import { createSessions, type StandsFor } from './sessions.ts'

/** Makes a code for each link and returns the lines to print. What follows `#` is sent to no server. */
export async function createConsoleLinks(
  pool: Queryable,
  { adminToken, address }: { adminToken: string; address: string },
): Promise<string[]> {
  const sessions = createSessions({ pool, adminToken })
  const makeLink = async (standsFor: StandsFor) => `${address}/#code=${await sessions.makeCode(standsFor)}`
  const demo = await findDemoKey(pool)
  return [
    ...(demo ? [`Console, signed in as "demo": ${await makeLink(demo)}`] : []),
    `Console, signed in as operator: ${await makeLink({ keyId: null, secretHash: hashKey(adminToken) })}`,
    'Each of these links signs in once, within ten minutes.',
  ]
}
