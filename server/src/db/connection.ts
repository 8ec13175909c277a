// Borrows a connection from the pool for some work. An error while connecting is distinguished from a connection lost
// during the work: in the first case nothing was sent to the database.
import type { Pool, PoolClient } from 'pg'

/** Nothing was sent to the database. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'
}

/** For statements that many calls wait for: bounds how long a dead connection delays them. */
export const shortQueryTimeout = { query_timeout: 10_000 } as const

/** Longer than the server's statement timeout: it only ends waits on dead connections. */
export const clientTimeoutMs = 40_000

/** For statements of any length: the longest time that a timer can have. */
export const noQueryTimeout = { query_timeout: 2 ** 31 - 1 } as const

export const takeConnection = (pool: Pick<Pool, 'connect'>): Promise<PoolClient> =>
  pool.connect().catch((cause: unknown) => {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new NoConnection(`no connection to the database: ${detail}`, { cause })
  })

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
    const client = takeKept() ?? (await takeConnection(pool))
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
