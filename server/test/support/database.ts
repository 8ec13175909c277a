// A private, migrated PostgreSQL database for a test, copied from the run's template in a few dozen milliseconds.
import { randomBytes } from 'node:crypto'
import { connect as openSocket } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { inject } from 'vitest'
import {
  type ConnectOptions,
  connect,
  type Database,
  type DatabaseTarget,
} from '../../src/platform/db/connect.ts'

export type FreshDatabase = {
  database: Database
  target: DatabaseTarget
  /** Closes the pool and removes the database, even with other open connections. */
  drop(): Promise<void>
}

export const freshDatabase = (options: ConnectOptions = {}): Promise<FreshDatabase> =>
  createDatabase('quarry', options)

/** A database without tables. */
export const emptyDatabase = (): Promise<FreshDatabase> => createDatabase('template1', {})

async function createDatabase(from: string, options: ConnectOptions): Promise<FreshDatabase> {
  const template = await templateTarget()
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(template, `create database ${name} template ${from}`)
  const target = sibling(template, name)
  // A test that uses one connection to move its clock needs one for reads too.
  const database = connect(target, { ...(options.max === 1 ? { maxReads: 1 } : {}), ...options })
  const drop = async () => {
    await database.close()
    await administer(template, `drop database ${name} with (force)`)
  }
  return { database, target, drop }
}

let templateRequest: Promise<DatabaseTarget> | undefined

function templateTarget(): Promise<DatabaseTarget> {
  templateRequest ??= requestTemplate()
  return templateRequest
}

async function requestTemplate(): Promise<DatabaseTarget> {
  const reported = JSON.parse(await text(openSocket(inject('databaseSocket'))))
  if (typeof reported.url !== 'string') throw new Error(`no test database: ${reported.error}`)
  return { url: reported.url }
}

function sibling({ url }: DatabaseTarget, name: string): DatabaseTarget {
  const address = new URL(url)
  address.pathname = `/${name}`
  return { url: address.href }
}

async function administer(template: DatabaseTarget, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: sibling(template, 'postgres').url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
