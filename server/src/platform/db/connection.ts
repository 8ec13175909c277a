// Borrows a connection of the pool for some work: in a transaction, which is committed or rolled back, or for single
// statements. A connection whose state is unknown is closed.
import type { Pool, PoolClient } from 'pg'
import { Unavailable } from '../errors.ts'

export type TransactionOptions<T> = {
  begin?: string
  /** Rolls back and still returns the result. */
  isUndone?: (result: T) => boolean
}

/** Runs work in a transaction: of its own, or in one that the caller has opened. */
export type Transact = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

export const createTransact =
  (pool: Pick<Pool, 'connect'>): Transact =>
  (work) =>
    inTransaction(pool, work)

export async function inTransaction<T>(
  pool: Pick<Pool, 'connect'>,
  work: (client: PoolClient) => Promise<T>,
  { begin = 'begin', isUndone = () => false }: TransactionOptions<T> = {},
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query(isUndone(result) ? 'rollback' : 'commit')
    client.release()
    return result
  } catch (error) {
    // With a timeout, because a dead connection never replies.
    await client.query({ text: 'rollback', ...shortQueryTimeout }).then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

/** Nothing was sent to the database. */
export class NoConnection extends Unavailable {
  override readonly name = 'NoConnection'
}

/** The database was lost before it replied: what was sent may have been executed. */
export class ConnectionLost extends Unavailable {
  override readonly name = 'ConnectionLost'
}

/** Whether the database itself reported the error: then the statement had no effect and may be sent again. */
export function isRolledBack(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
}

/** For statements that many calls wait for: bounds how long a dead connection delays them. */
export const shortQueryTimeout = { query_timeout: 10_000 } as const

/** Longer than the server's statement timeout: it only ends waits on dead connections. */
export const clientTimeoutMs = 40_000

/** For statements of any length: the longest time that a timer can have. */
export const noQueryTimeout = { query_timeout: 2 ** 31 - 1 } as const

/** Runs statements that need no transaction. A connection on which one failed is closed. */
export type OnConnection = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

/**
 * Reuses the connection of earlier work for work that directly follows it: the pool itself hands a connection out only
 * after all callbacks of the earlier work have run. An unused connection returns to the pool in the same iteration of
 * the event loop, or at once if other work waits for it.
 */
export function keepConnection(pool: Pool): OnConnection {
  let idleClient: PoolClient | null = null

  const takeKept = (): PoolClient | null => {
    const client = idleClient
    idleClient = null
    return client
  }

  const keep = (client: PoolClient) => {
    if (idleClient !== null || pool.waitingCount > 0) return client.release()
    idleClient = client
    setImmediate(() => takeKept()?.release())
  }

  return async (work) => {
    const client = takeKept() ?? (await pool.connect())
    try {
      const result = await work(client)
      keep(client)
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}
