// How to sign in to the console of a new server: the demo account, so that the first call needs no setup, and links
// that sign in as the operator and as the demo account.
import type { Pool } from 'pg'
import { inTransaction } from '../platform/db/connection.ts'
import { type Queryable, readRows, statement } from '../platform/db/statement.ts'
import { isRefusal } from '../platform/errors.ts'
import { createAccount } from './account-store.ts'
import { hashKey } from './key-format.ts'
import { createKey, type NewKeyRequest } from './keys.ts'
import { createSessions, type SessionOwner } from './sessions.ts'

const demoAccount = { slug: 'demo', name: 'Demo', subscription_total: 1000, statistics_enabled: true }
const demoKey: NewKeyRequest = { alias: 'demo', category: 'development', permissions: ['manage'] }

const anyStatement = statement('select exists (select 1 from accounts) as any')

/** Creates `demo` with a key and returns the secret if the database has no accounts; otherwise null. */
export async function ensureDemo({ pool }: { pool: Pool }): Promise<{ secret: string } | null> {
  try {
    return await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ any: boolean }>(anyStatement)
      if (rows[0]?.any) return null
      const account = await createAccount(client, demoAccount, 'first start')
      const { secret } = await createKey(client, account, demoKey, 'first start')
      return { secret }
    })
  } catch (error) {
    // Another server that started at the same time has created it.
    if (isRefusal(error) && error.reason === 'conflict') return null
    throw error
  }
}

/** Creates a code for each link and returns the lines to print. Browsers do not send the part after `#`. */
export async function createConsoleLinks(pool: Queryable, link: { adminToken: string; address: string }) {
  const { adminToken, address } = link
  const sessions = createSessions({ pool, adminToken })
  const makeLink = async (owner: SessionOwner) => `${address}/#code=${await sessions.makeCode(owner)}`
  const [demoOwner] = await readRows<SessionOwner>(pool, findDemoStatement)
  return [
    ...(demoOwner ? [`Console, signed in as "demo": ${await makeLink(demoOwner)}`] : []),
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
