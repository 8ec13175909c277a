// Restores a backup of a running server into an empty database: every row is there, keys work, the ledger balances,
// and an interrupted restore continues.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../src/ledger/audit.ts'
import { savedTables } from '../../src/operate/backup/backup-format.ts'
import { verifyBackup } from '../../src/operate/backup/verify-backup.ts'
import { openLongSession } from '../../src/platform/db/connect.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { migrations } from '../../src/platform/db/migrations/index.ts'
import { refuseUnfinishedRestore } from '../../src/platform/db/open-database.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { backupFolder, digestTables, restoreInto, saveBackup } from '../support/backups.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../support/database.ts'
import { describeSchema } from '../support/describe-schema.ts'
import {
  createEarlierSchema,
  insertEarlierRows,
  readRenamedRows,
  renamedRows,
} from '../support/earlier-names.ts'
import { eventually } from '../support/eventually.ts'
import { createGate } from '../support/gate.ts'
import { waitUntil } from '../support/jobs.ts'

const event = '/v2/ticketing/event?query=1000000000017'
const slowEvent = `/v2/ticketing/event?query=${encodeURIComponent('https://com.ticketing.example/e/fault-slow-1000000000017')}`

let fresh: FreshDatabase
let app: TestApp
let folder: string
let secret: string
let file: string
let saved: Record<string, string>
const gate = createGate()
const databases: FreshDatabase[] = []
const makeEmpty = async () => {
  const empty = await emptyDatabase()
  databases.push(empty)
  return empty
}

beforeAll(async () => {
  fresh = await freshDatabase()
  folder = await backupFolder()
  // Role `api`: jobs stay in the queue.
  app = await startApp({ database: fresh.database, config: { role: 'api' }, sandboxSlow: gate.wait })
  ;({ secret } = await app.account())
  await app.call(secret, event, { headers: { 'idempotency-key': 'once' } })
  const odd = 'tab \t, backslash \\, line break \n, \\N and é'
  await fresh.database.pool.query(`update accounts set name = $1`, [odd])
  expect((await app.call(secret, `${event}&is_async=true`)).status).toBe(202)
  expect((await app.call(secret, '/v2/ticketing/event?query=1000000099999')).status).toBe(404)
  const watch = { endpoint: '/v2/ticketing/event', params: { query: '1000000000017' }, every: 86_400 }
  const headers = { 'content-type': 'application/json' }
  const created = await app.call(secret, '/v2/watches', {
    method: 'POST',
    headers,
    body: JSON.stringify(watch),
  })
  expect(created.status).toBe(201)
  // Repeats the backup until no background work of the server changed a row during it.
  await eventually(async () => {
    saved = await digestTables(fresh.database)
    file = join(folder, `plain-${Date.now()}.tar`)
    await saveBackup(fresh.target, file)
    expect(await digestTables(fresh.database)).toEqual(saved)
  })
})
afterAll(async () => {
  gate.open()
  await app.close()
  for (const one of databases) await one.drop()
  await fresh.drop()
})

test('a restored database has every saved row, the same schema and a balanced ledger', async () => {
  const empty = await makeEmpty()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { differences, openJobs } = await restoreInto(empty, file)
  expect([differences, openJobs]).toEqual([[], 1])
  expect(await digestTables(empty.database)).toEqual(saved)
  expect(await describeSchema(empty.database)).toBe(await describeSchema(fresh.database))
  await refuseUnfinishedRestore(empty.database)
})

test('on the restored database keys work, a repeated request is not billed again, and ids continue', async () => {
  const empty = await makeEmpty()
  await restoreInto(empty, file)
  const restored = await startApp({ database: empty.database })
  const again = await restored.call(secret, event, { headers: { 'idempotency-key': 'once' } })
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  expect((await restored.call(secret, event)).headers.get('x-credits-used')).toBe('1')
  await eventually(async () => {
    const { rows } = await empty.database.pool.query(`select state from jobs where state <> 'completed'`)
    expect(rows).toEqual([])
  })
  expect(await audit(empty.database)).toEqual([])
  await restored.close()
})

test('the hold of a call that runs during the backup is released', async () => {
  gate.close()
  const running = app.call(secret, slowEvent)
  await eventually(async () => {
    const { rows } = await fresh.database.pool.query(`select from holds where kind = 'call'`)
    expect(rows).toHaveLength(1)
  })
  const path = join(folder, 'held.tar')
  await saveBackup(fresh.target, path)
  gate.open()
  expect((await running).status).toBe(200)
  expect((await verifyBackup({ path, passphrase: null })).differences).toEqual([])
  const empty = await makeEmpty()
  const { differences, releasedHolds } = await restoreInto(empty, path)
  expect([differences, releasedHolds]).toEqual([[], 1])
})

test.each(['schema', 'calls', 'migrations', 'audit'])(
  'a restore that ends at %s blocks the server, and the next one finishes it',
  async (stop) => {
    const empty = await makeEmpty()
    const onStep = (step: string) => {
      if (step === stop) throw new Error('killed')
    }
    await expect(restoreInto(empty, file, { onStep })).rejects.toThrow('killed')
    await expect(refuseUnfinishedRestore(empty.database)).rejects.toThrow(/interrupted: run quarry restore/)
    const { resumed, differences } = await restoreInto(empty, file)
    expect([resumed, differences]).toEqual([[expect.stringContaining('was interrupted after the step')], []])
    expect(await digestTables(empty.database)).toEqual(saved)
  },
)

test('after an interrupted restore, another backup starts from the beginning', async () => {
  const empty = await makeEmpty()
  const other = join(folder, 'other.tar')
  await saveBackup(fresh.target, other)
  const onStep = (step: string) => {
    if (step === 'jobs') throw new Error('killed')
  }
  await expect(restoreInto(empty, file, { onStep })).rejects.toThrow('killed')
  const { resumed, differences } = await restoreInto(empty, other)
  expect([resumed, differences]).toEqual([[expect.stringContaining('deleting what it loaded')], []])
})

const restoreLock = '3853314791062309108'

test('a restore waits a moment for the session of an interrupted one, but not for one that runs', async () => {
  const empty = await makeEmpty()
  const running = await openLongSession(empty.target)
  await running.query(`select pg_advisory_lock(${restoreLock})`)
  await expect(restoreInto(empty, file)).rejects.toThrow('another restore into this database is running')
  const waiting = restoreInto(empty, file)
  const waits = `select from pg_locks where locktype = 'advisory' and not granted and objid = (${restoreLock} & 4294967295)::oid`
  await waitUntil(async () => (await running.query(waits)).rowCount === 1)
  await running.end()
  expect((await waiting).differences).toEqual([])
})

test('a database that is not empty is refused and stays unchanged', async () => {
  const other = await freshDatabase()
  databases.push(other)
  const before = await digestTables(other.database)
  await expect(restoreInto(other, file)).rejects.toThrow('the database is not empty')
  expect(await digestTables(other.database)).toEqual(before)
  await refuseUnfinishedRestore(other.database)
})

const names = Object.keys(migrations)
test.each(names.slice(0, -1))(
  'a backup of the schema up to %s is loaded into it and migrated',
  async (last) => {
    const old = await makeEmpty()
    const applied = names.slice(0, names.indexOf(last) + 1)
    await migrate(old.database, {
      migrations: Object.fromEntries(applied.map((name) => [name, migrations[name] ?? ''])),
    })
    await old.database.pool.query(`insert into accounts (slug, name) values ('old', 'Old')`)
    const path = join(folder, `old-${last}.tar`)
    await saveBackup(old.target, path)
    expect((await verifyBackup({ path, passphrase: null })).manifest.migrations).toEqual(applied)
    const empty = await makeEmpty()
    expect((await restoreInto(empty, path)).differences).toEqual([])
    expect(await describeSchema(empty.database)).toBe(await describeSchema(fresh.database))
    const { rows } = await empty.database.pool.query('select slug from accounts')
    expect(rows).toEqual([{ slug: 'old' }])
  },
)

test('a backup with the earlier names of tables and columns is restored with their rows', async () => {
  const old = await makeEmpty()
  await createEarlierSchema(old.database)
  await insertEarlierRows(old.database.pool)
  const path = join(folder, 'earlier-names.tar')
  await saveBackup(old.target, path)
  const empty = await makeEmpty()
  await restoreInto(empty, path)
  expect(await readRenamedRows(empty.database.pool)).toEqual(renamedRows)
  expect(await describeSchema(empty.database)).toBe(await describeSchema(fresh.database))
})

test('rows written after the snapshot began are not in the backup', async () => {
  const path = join(folder, 'snapshot.tar')
  let late: Promise<unknown> | undefined
  await saveBackup(fresh.target, path, {
    onTable: () => {
      late ??= fresh.database.pool.query(`insert into accounts (slug, name) values ('late', 'Late')`)
    },
  })
  await late
  const empty = await makeEmpty()
  await restoreInto(empty, path)
  const { rows } = await empty.database.pool.query(`select from accounts where slug = 'late'`)
  expect(rows.length).toBe(0)
})

test('the list of tables follows the order of their foreign keys', async () => {
  const { rows } = await fresh.database.pool.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  )
  for (const { child, parent } of rows.filter((row) => savedTables.includes(row.child)))
    expect(savedTables.indexOf(parent), child).toBeLessThan(savedTables.indexOf(child))
})

test('an encrypted file can only be opened with its passphrase', async () => {
  const passphrase = 'correct horse battery'
  const path = join(folder, 'secret.tar.age')
  await saveBackup(fresh.target, path, { passphrase })
  const content = await readFile(path)
  expect(content.toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
  expect((await verifyBackup({ path, passphrase })).differences).toEqual([])
  await expect(verifyBackup({ path, passphrase: null })).rejects.toThrow(
    'it is encrypted: add --passphrase-file',
  )
  await expect(verifyBackup({ path, passphrase: `${passphrase}!` })).rejects.toThrow(
    'the passphrase is wrong',
  )
})
