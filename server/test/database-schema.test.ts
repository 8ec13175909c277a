// The schema as it is written down, and every statement held against it: a column that nobody meant to change, or that
// a statement misspells, fails here.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functions } from '../src/db/functions/index.ts'
import { declaredStatements } from '../src/db/statement.ts'
import { type FreshDatabase, freshDatabase } from './support/database.ts'
import { describeSchema } from './support/describe-schema.ts'

const sources = fileURLToPath(new URL('../src', import.meta.url))
/** They act when they are loaded. */
const programs = ['cli.ts', 'read-worker.ts']

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ max: 1 })
})
afterAll(() => fresh.drop())

test('a migrated database has the schema that is written down', async () => {
  await expect(await describeSchema(fresh.database)).toMatchFileSnapshot('../src/db/schema.txt')
})

test('the text of a function changes only with its version', async () => {
  const marks = functions.map(({ signature, version, text }) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
    return `${signature} version ${version}: ${hash}`
  })
  expect(new Set(functions.map(({ signature }) => signature)).size).toBe(functions.length)
  await expect(`${marks.join('\n')}\n`).toMatchFileSnapshot('../src/db/functions/versions.txt')
})

test('every statement can be prepared', async () => {
  for (const entry of await readdir(sources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue
    if (!programs.includes(entry.name)) await import(join(entry.parentPath, entry.name))
  }
  const statements = declaredStatements()
  expect(statements.length).toBeGreaterThan(10)
  for (const text of statements)
    await fresh.database.pool.query(`prepare tried as ${text}`).then(
      () => fresh.database.pool.query('deallocate tried'),
      (error: Error) => expect.fail(`${error.message} in:\n${text}`),
    )
})
