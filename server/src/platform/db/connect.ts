// Opens PostgreSQL, external or embedded: bounded pools whose errors never crash the process. Values are read as
// int8: number, date: 'YYYY-MM-DD', timestamptz: Date.

import pg from 'pg'
import { createAvailability } from '../lib/availability.ts'
import { once } from '../lib/run.ts'
import { type AccountSlots, createAccountSlots, createReads, type Reads } from './account-slots.ts'
import { clientTimeoutMs } from './connection.ts'
import { type DatabaseState, GuardedPool } from './guarded-pool.ts'
import { statement } from './statement.ts'

/** The URL may contain a password: it is never logged. */
export type DatabaseTarget = { url: string }

export type Database = {
  /** For the ledger, keys, jobs and everything else that must not wait for reads. */
  pool: pg.Pool
  /** For free reads and sign-ins: a small pool of its own, shared fairly. */
  reads: Reads
  /** The same pool without slots, for one long read at a time. */
  readPool: Pick<pg.Pool, 'connect'>
  /** For free changes, which use `pool`: few at a time, so that they never fill it. */
  withSlot: AccountSlots
  state: DatabaseState
  close(): Promise<void>
}

export type ConnectOptions = {
  /** Maximum of connections, without those for reads. */
  max?: number
  maxReads?: number
  /** Called for lost connections; the pool replaces them. */
  onError?: (error: Error) => void
}

/**
 * By this name a migration recognises servers that must be stopped before it. Change the name in the version that has
 * such a migration, and add the former one to the condition of the migration.
 */
const applicationName = 'quarry/3'
const defaultMaxConnections = 10
const defaultMaxReads = 4
const connectTimeoutMs = 5_000
const statementTimeoutMs = 30_000
const idleInTransactionTimeoutMs = 60_000
const keepAliveMs = 10_000
const oldestVersion = 14
const changesShare = 0.4

const { builtins } = pg.types
const int8Array = 1016
const dateArray = 1182
const textArray = 1009

/** Credits and ids are far below 2^53; a greater value is an error, not to be rounded. */
export function parseInt8(value: string): number {
  const parsed = Number(value)
  if (!Number.isSafeInteger(parsed)) throw new RangeError(`the bigint ${value} does not fit a number`)
  return parsed
}

type Nested<T> = T | Nested<T>[]
const mapNested = <A, B>(value: Nested<A>, map: (leaf: A) => B): Nested<B> =>
  Array.isArray(value) ? value.map((item) => mapNested(item, map)) : map(value)

const types = new pg.TypeOverrides()
const readTextArray = types.getTypeParser(textArray) as (value: unknown) => Nested<string | null>[]
types.setTypeParser(builtins.INT8, parseInt8)
types.setTypeParser(builtins.DATE, (value) => value)
types.setTypeParser(dateArray, readTextArray)
types.setTypeParser(int8Array, (value) =>
  mapNested(readTextArray(value), (leaf) => (leaf === null ? null : parseInt8(leaf))),
)

export function connect(target: DatabaseTarget, options: ConnectOptions = {}): Database {
  const { max = defaultMaxConnections, maxReads = defaultMaxReads, onError = () => {} } = options
  const state = { availability: createAvailability(true), repliedAtMs: Number.NEGATIVE_INFINITY }
  const pool = openPool(target, max, state, onError)
  // A pool opens no connection before it is needed.
  const readPool = openPool(target, maxReads, state, onError)
  const close = once(async () => void (await Promise.all([pool.end(), readPool.end()])))
  const withSlot = createAccountSlots(Math.max(1, Math.floor(max * changesShare)))
  return { pool, reads: createReads(readPool, maxReads), readPool, withSlot, state, close }
}

const toSession = ({ url }: DatabaseTarget) => ({
  application_name: applicationName,
  connectionString: withSessionOptions(url),
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  // Detects a host that vanished without closing its connections.
  keepAliveInitialDelayMillis: keepAliveMs,
})

function openPool(
  target: DatabaseTarget,
  max: number,
  state: DatabaseState,
  onError: (error: Error) => void,
): pg.Pool {
  const config = {
    ...toSession(target),
    max,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    query_timeout: clientTimeoutMs,
    types,
  }
  const pool = new GuardedPool(config, state)
  // Without both listeners a lost database ends the process: the pool reports idle clients only, and a client that is
  // lost between two queries of a transaction emits its own error.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** For work that takes minutes or hours, such as a backup: without the timeouts that protect calls. */
export async function openLongSession(target: DatabaseTarget): Promise<pg.Client> {
  const client = new pg.Client(toSession(target))
  // A lost session fails the query in progress; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Sessions run in UTC: days and periods must not depend on the server's setting. */
function withSessionOptions(address: string): string {
  const url = new URL(address)
  const options = url.searchParams.get('options')
  url.searchParams.set('options', `${options === null ? '' : `${options} `}-c timezone=UTC`)
  return url.href
}

export function refuseOldServer(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= oldestVersion) return
  throw new Error(`the database is PostgreSQL ${major}; Quarry needs PostgreSQL ${oldestVersion} or newer`)
}

const versionStatement = statement("select current_setting('server_version_num')::int as version")

export async function checkServer(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ version: number }>(versionStatement)
  refuseOldServer(rows[0]?.version ?? 0)
}
