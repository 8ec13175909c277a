// One transaction on one connection, however it ends: committed, rolled back, or the connection thrown away
// when its state is unknown.

import type { Pool, PoolClient } from 'pg'
import { shortQueryTimeout, takeConnection } from './connection.ts'

export type TransactionOptions<T> = {
  begin?: string
  /** Of a result that is to leave nothing behind: what was done is rolled back, and the result handed on. */
  isUndone?: (result: T) => boolean
}

export async function inTransaction<T>(
  pool: Pick<Pool, 'connect'>,
  work: (client: PoolClient) => Promise<T>,
  { begin = 'begin', isUndone = () => false }: TransactionOptions<T> = {},
): Promise<T> {
  const client = await takeConnection(pool)
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query(isUndone(result) ? 'rollback' : 'commit')
    client.release()
    return result
  } catch (error) {
    // On a connection that went dumb this would wait behind what was never answered.
    await client.query({ text: 'rollback', ...shortQueryTimeout }).then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}
