// Runs work in one transaction: commits it or rolls it back, and closes the connection where its state is unknown.

import type { Pool, PoolClient } from 'pg'
import { shortQueryTimeout } from './connection.ts'

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
