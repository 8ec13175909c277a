// Borrows a connection from the pool for some work. An error while connecting is distinguished from a connection lost
// during the work: in the first case nothing was sent to the database.
import type { Pool, PoolClient } from 'pg'
import { Unavailable } from '../errors.ts'

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
