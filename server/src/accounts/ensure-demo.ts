// Creates the demo account of a fresh installation, so that the first call needs no setup.

import type { Pool } from 'pg'
import { statement } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isRefusal } from '../platform/errors.ts'
import { createAccount } from './account-store.ts'
import { createKey, type NewKeyRequest } from './write-keys.ts'

const demo = { slug: 'demo', name: 'Demo', subscription_total: 1000, statistics_enabled: true }
const demoKey: NewKeyRequest = { alias: 'demo', category: 'development', permissions: ['manage'] }

const anyStatement = statement('select exists (select 1 from accounts) as any')

/** Creates `demo` with a key and returns the secret if the database has no accounts; otherwise null. */
export async function ensureDemo({ pool }: { pool: Pool }): Promise<{ secret: string } | null> {
  try {
    return await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ any: boolean }>(anyStatement)
      if (rows[0]?.any) return null
      const account = await createAccount(client, demo, 'first start')
      const { secret } = await createKey(client, account, demoKey, 'first start')
      return { secret }
    })
  } catch (error) {
    // Another server that started at the same time has created it.
    if (isRefusal(error) && error.reason === 'conflict') return null
    throw error
  }
}
