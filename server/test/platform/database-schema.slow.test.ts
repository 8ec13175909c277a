// Compares the schema with its written form and prepares every statement, so that an unintended change of a column or
// a misspelt name in a statement fails here.

import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functions } from '../../src/platform/db/functions/index.ts'
import { listStatements } from '../../src/platform/db/statement.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { describeSchema } from '../support/describe-schema.ts'
import { undeclaredStatements } from '../support/undeclared-statements.ts'

const sources = fileURLToPath(new URL('../../src', import.meta.url))
/** Modules that start work when they are imported. */
const programs = [
  'cli.ts',
  'read-worker.ts',
  'archive-worker.ts',
  'reread-worker.ts',
  'compare-worker.ts',
  'backup-worker.ts',
]

async function sourceFiles(): Promise<string[]> {
  const entries = await readdir(sources, { recursive: true, withFileTypes: true })
  const isSource = /(?<!\.test)\.ts$/
  return entries.filter((entry) => entry.isFile() && isSource.test(entry.name)).map(toPath)
}

const toPath = (entry: Dirent) => join(entry.parentPath, entry.name)

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ max: 1 })
})
afterAll(() => fresh.drop())

test('a migrated database has the documented schema', async () => {
  await expect(await describeSchema(fresh.database)).toMatchFileSnapshot('../../src/platform/db/schema.txt')
})

test('the text of a function changes only with its version', async () => {
  const marks = functions.map(({ signature, version, text }) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
    return `${signature} version ${version}: ${hash}`
  })
  expect(new Set(functions.map(({ signature }) => signature)).size).toBe(functions.length)
  await expect(`${marks.join('\n')}\n`).toMatchFileSnapshot('../../src/platform/db/functions/versions.txt')
})

test('every statement can be prepared', async () => {
  for (const file of await sourceFiles()) if (!programs.includes(basename(file))) await import(file)
  const statements = listStatements()
  expect(statements.length).toBeGreaterThan(80)
  const names = statements.flatMap(({ name = [] }) => name)
  expect(names).toEqual([...new Set(names)])
  const { pool } = fresh.database
  for (const { text } of statements)
    await pool.query(`prepare tried as ${text}`).then(
      () => pool.query('deallocate tried'),
      (error: Error) => expect.fail(`${error.message} in:\n${text}`),
    )
})

/** Matches a condition on rows that are due, and captures the column with the due time. */
const dueBy = /(\w+) <=? \(select quarry_now\(\)/

test('due rows are found by an index', async () => {
  for (const file of await sourceFiles()) if (!programs.includes(basename(file))) await import(file)
  // Holds are excluded: there are never more than calls and jobs in progress, and another index would slow their
  // frequent writes.
  const statements = listStatements().filter(({ text }) => dueBy.test(text) && !/lease_until </.test(text))
  expect(statements.map(({ text }) => dueBy.exec(text)?.[1]).sort()).toEqual(
    'body_until expires expires expires expires finished next_at result_until'.split(' '),
  )
  await fresh.database.pool.query('set enable_seqscan = off')
  for (const { text } of statements) {
    const values = new Set(text.match(/\$\d+/g) ?? [])
    await fresh.database.pool.query(`prepare tried as ${text}`)
    const { rows } = await fresh.database.pool.query<{ 'QUERY PLAN': string }>(
      `explain execute tried${values.size === 0 ? '' : `(${[...values].fill('null').join(', ')})`}`,
    )
    await fresh.database.pool.query('deallocate tried')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(new RegExp(`Index Cond: .*\\b${dueBy.exec(text)?.[1]} <`))
  }
})

test('every statement is declared, except those that cannot be prepared', async () => {
  // Migrations and restores work on tables that do not exist yet.
  const left = /\/(?:db\/(?:migrate|connection|open-database)|backup\/[\w-]+)\.ts$/
  const files = (await sourceFiles()).filter((file) => !left.test(file))
  expect(undeclaredStatements(sources, files)).toEqual(
    [
      // Settings, `listen`, and statements that create or measure a table cannot be prepared.
      'platform/db/embedded-cluster.ts: `create database',
      'calls/jobs/notifications.ts: `listen',
      // Two statements in one message; the one that reads is declared.
      'platform/db/monitor.ts: trial',
    ].sort(),
  )
})
