// A session for work that takes minutes or hours, such as a backup. It has no timeouts like those that protect calls.
import pg from 'pg'
import { applicationName, type DatabaseTarget, withSessionOptions } from './connect.ts'

const connectTimeoutMs = 10_000
const keepAliveMs = 10_000

export async function openLongSession({ url }: DatabaseTarget): Promise<pg.Client> {
  const client = new pg.Client({
    application_name: applicationName,
    connectionString: withSessionOptions(url),
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  })
  // A lost session fails the query in progress; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
