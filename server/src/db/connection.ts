// A connection for as long as some work takes, however that ends. That none could be had is told apart from one that
// was lost in the middle: then the work has surely not begun.
import type { Pool, PoolClient } from 'pg'

/** Nothing was sent to the database. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super(`no connection to the database: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.name = 'NoConnection'
  }
}

/** For statements that many wait for: a connection that went dumb must not keep them. */
export const heardWithin = { query_timeout: 10_000 } as const

/** Longer than the server's own limit: for connections alone that hear nothing any more. */
export const heardAtAllMs = 40_000

/** For statements that may take any time: as long as a timer can be. */
export const takesItsTime = { query_timeout: 2 ** 31 - 1 } as const

export const takeConnection = (pool: Pick<Pool, 'connect'>): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw new NoConnection(error)
  })

/** One statement, or several that need no transaction. A connection on which something failed is thrown away. */
export type OnConnection = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

/**
 * Work that follows work at once has the same connection and is sent without delay: a pool hands out a connection only
 * when everything that waits for the work before has had its turn. One that nobody takes again in the same round of the
 * event loop goes back to the pool, and so does one that others wait for.
 */
export function keepConnection(pool: Pool): OnConnection {
  let kept: PoolClient | null = null

  const takeKept = (): PoolClient | null => {
    const client = kept
    kept = null
    return client
  }

  const keep = (client: PoolClient) => {
    if (kept !== null || pool.waitingCount > 0) return client.release()
    kept = client
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
