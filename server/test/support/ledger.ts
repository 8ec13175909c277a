// Helpers for tests of the ledger: an account with a key, minimal log rows, and a database clock that can be moved.
import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { createAccountStore, type NewAccount } from '../../src/accounts/account-store.ts'
import { createKeys, type NewKeyRequest } from '../../src/accounts/keys.ts'
import { audit } from '../../src/ledger/audit.ts'
import { createCredits } from '../../src/ledger/credits.ts'
import type { CallLog } from '../../src/ledger/log/log-rows.ts'
import { createRequestLog } from '../../src/ledger/log/request-log.ts'
import type { HoldRequest } from '../../src/ledger/reserve.ts'
import { runMaintenance } from '../../src/ledger/run-maintenance.ts'
import { readUsage, type UsageCaller } from '../../src/ledger/usage.ts'
import type { Database } from '../../src/platform/db/connect.ts'

export type Member = { slug: string; accountId: number; keyId: string; secret: string }

export async function addMember(
  database: Database,
  account: Partial<NewAccount> = {},
  key: Partial<NewKeyRequest> = {},
): Promise<Member> {
  const slug = account.slug ?? `a-${randomUUID().slice(0, 8)}`
  await createAccountStore(database).create({ slug, name: 'Test', ...account }, 'test')
  const { id, secret } = await createKeys(database).create(slug, { alias: 'main', ...key }, 'test')
  const { rows } = await database.pool.query<{ id: number }>('select id from accounts where slug = $1', [
    slug,
  ])
  return { slug, accountId: rows[0]?.id ?? 0, keyId: id, secret }
}

export type TestLedger = ReturnType<typeof openLedger>

type LedgerOptions = {
  owner?: string
  nowMs?: () => number
  logMonths?: number
  defaultPerSecond?: number | null
}

/** The ledger of one server, without timers. */
export function openLedger(database: Pick<Database, 'pool' | 'reads'>, options: LedgerOptions = {}) {
  const { owner = 'one', logMonths = 12, defaultPerSecond = null, ...log } = options
  const credits = createCredits({ database, owner })
  const requestLog = createRequestLog({ database, credits, ...log })
  return {
    credits,
    requestLog,
    readUsage: (caller: UsageCaller) => readUsage(database.reads(caller.accountId), caller, defaultPerSecond),
    maintain: () => runMaintenance(database.pool, logMonths, () => {}),
    async close(): Promise<void> {
      await requestLog.close()
      await credits.close()
    },
  }
}

export const endpointPath = '/v2/ticketing/event'

export const buildRequest = (
  { accountId, keyId }: Pick<Member, 'accountId' | 'keyId'>,
  credits = 1,
  kind: HoldRequest['kind'] = 'call',
): HoldRequest => ({ requestId: randomUUID(), accountId, keyId, endpoint: endpointPath, credits, kind })

export const buildLog = (
  request: { requestId: string; accountId: number; keyId: string; endpoint: string },
  recordedStatus = 200,
  more: Partial<CallLog> = {},
): CallLog => ({
  requestId: request.requestId,
  accountId: request.accountId,
  keyId: request.keyId,
  endpoint: request.endpoint,
  params: '{"query":"1"}',
  recordedStatus,
  sentStatus: recordedStatus,
  reason: null,
  ms: 12,
  clientClosed: false,
  jobId: null,
  cacheAgeSeconds: null,
  provider: null,
  recordFields: null,
  recordForm: null,
  ...more,
})

/** Sets the database clock. Needs pools of one connection each, because the setting belongs to a session. */
export async function setNow(database: Database, at: Date): Promise<void> {
  for (const pool of [database.pool, database.reads('operator')])
    await pool.query(`select set_config('quarry.now', $1, false)`, [at.toISOString()])
}

export type Funds = Record<
  | 'period'
  | 'subscription_granted'
  | 'subscription_available'
  | 'subscription_held'
  | 'subscription_charged'
  | 'subscription_expired'
  | 'bonus_granted'
  | 'bonus_available'
  | 'bonus_held'
  | 'bonus_charged',
  number
>

export async function readFunds(database: Database, accountId: number): Promise<Funds> {
  const { rows } = await database.pool.query<Funds>(
    `select period, subscription_granted, subscription_available, subscription_held, subscription_charged,
      subscription_expired, bonus_granted, bonus_available, bonus_held, bonus_charged
    from accounts where id = $1`,
    [accountId],
  )
  if (!rows[0]) throw new Error('no such account')
  return rows[0]
}

export async function countRows(database: Database, from: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from ${from}`,
  )
  return rows[0]?.count ?? 0
}

/** Runs the audit in an open transaction of a pool with one connection, so that it sees changes that are rolled back. */
export function auditInTransaction(pool: Pool): Promise<string[]> {
  const query = async (statement: string) =>
    /^(begin|commit|rollback)/.test(statement) ? undefined : pool.query(statement)
  return audit({ pool: { connect: async () => ({ query, release() {} }) } as never })
}
