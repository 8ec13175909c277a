// The life of the embedded database: first and second start, killed servers, killed databases, two servers on one data
// folder; run as root with a separate database user, and as an ordinary user.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../src/platform/db/connect.ts'
import { toSocketDir } from '../../src/platform/db/embedded-place.ts'
import { socketTarget } from '../../src/platform/db/embedded-server.ts'
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open-database.ts'
import { driveDatabase, postmasterPid, testFolder } from '../support/drive-database.ts'

const isRoot = process.geteuid?.() === 0
const nobody = isRoot ? Number(execFileSync('id', ['-u', 'nobody'])) : 0
/** When the clone is in root's home, the database user cannot read the programs that npm installed. */
const isCloneClosed =
  isRoot && listParents(fileURLToPath(import.meta.url)).some((path) => (statSync(path).mode & 0o001) === 0)
// Processes start and recover here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })
const pollOptions = { timeout: 60_000, interval: 20 }
const savedRow = { rows: [{ value: 7 }] }

function listParents(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...listParents(parent)]
}

let folder: Awaited<ReturnType<typeof testFolder>>
let dataDir: string
let opened: OpenDatabase[]
const useFolder = (mode: number, uid?: number) => {
  beforeEach(async () => {
    folder = await testFolder(mode, uid)
    dataDir = join(folder.path, 'data')
    opened = []
  })
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()))
    await folder.remove()
  })
}

async function open(
  purpose: 'serve' | 'command' = 'serve',
  log?: (line: string) => void,
): Promise<OpenDatabase> {
  const one = await openDatabase({ dataDir, purpose, ...(log ? { log } : {}) })
  opened.push(one)
  return one
}

const selectRows = async ({ database }: OpenDatabase, statement: string) => ({
  rows: (await database.pool.query(statement)).rows,
})

/** Writes a row, restarts, and reads it back. */
async function startTwice(): Promise<void> {
  const first = await open()
  expect(first).toMatchObject({ embedded: true, firstStart: true })
  await selectRows(first, 'create table kept as select 7 as value')
  await first.close()
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT')
  const second = await open()
  expect(await selectRows(second, 'select value from kept')).toEqual(savedRow)
  const settings = "select current_setting('listen_addresses') as a, current_setting('fsync') as b"
  expect(await selectRows(second, settings)).toEqual({ rows: [{ a: '', b: 'on' }] })
  await second.close()
}

describe('a folder that any user may traverse', () => {
  useFolder(0o711)

  test('starts from an empty folder, and keeps its data over a restart', async () => {
    await startTwice()
    const copied = isCloneClosed ? [expect.stringMatching(/^postgres-binaries-\d/)] : []
    const names = ['owner', 'pg_hba.conf', 'pg_ident.conf', 'postgres', ...copied, 'socket']
    expect((await readdir(dataDir)).sort()).toEqual(names)
    expect(await readdir(join(dataDir, 'owner'))).toEqual([])
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'socket'))).mode & 0o777).toBe(0o700)
    if (isRoot) expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0)
  })

  test('a long path with special characters works', async () => {
    dataDir = join(folder.path, `it's a "path", ö ${'x'.repeat(100)}`, 'data')
    await mkdir(join(dataDir, '..'))
    await startTwice()
    expect(existsSync(toSocketDir(dataDir))).toBe(false)
  })

  test('a database left by a killed server is adopted by the next one, and restarted when it is killed', async () => {
    const first = driveDatabase(dataDir)
    await first.readResult()
    await first.query('create table kept as select 7 as value')
    const orphan = await postmasterPid(dataDir)
    await first.kill()
    const second = driveDatabase(dataDir)
    expect(await second.readResult()).toMatchObject({ ready: true, logged: [] })
    expect(await postmasterPid(dataDir)).toBe(orphan)
    expect(await second.query('select value from kept')).toEqual(savedRow)
    for (const _ of ['adopted', 'started']) {
      const pid = await postmasterPid(dataDir)
      process.kill(pid, 'SIGKILL')
      await vi.waitFor(async () => {
        expect(await second.query('select value from kept')).toEqual(savedRow)
        expect(await postmasterPid(dataDir)).not.toBe(pid)
      }, pollOptions)
    }
    await second.close()
    await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT')
  })

  test('after both are killed, the next start waits until the last backend exits', async () => {
    const first = driveDatabase(dataDir)
    await first.readResult()
    await first.query('create table kept as select 7 as value')
    const busy = connect(socketTarget(toSocketDir(dataDir)))
    // This query does not check for interrupts: only such a backend outlives its postmaster for a while.
    const counting = busy.pool.query('select count(*) from generate_series(1, 9000000)').catch(() => {})
    const active = "from pg_stat_activity where state = 'active' and query like '%generate_series%'"
    await vi.waitFor(async () => {
      expect((await first.query(`select ${active} and pid <> pg_backend_pid()`)).rows).toHaveLength(1)
    }, pollOptions)
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    await first.kill()
    const logged: string[] = []
    const second = await open('serve', (line) => logged.push(line))
    expect(logged.join('\n')).toContain('pre-existing shared memory block')
    expect(await selectRows(second, 'select value from kept')).toEqual(savedRow)
    await counting
    await busy.close()
  })

  test('a stale lock whose process id now belongs to another program does not block the start', async () => {
    const first = await open()
    const lock = join(dataDir, 'postgres', 'postmaster.pid')
    const socketLock = join(dataDir, 'socket', '.s.PGSQL.5432.lock')
    const { uid, gid } = await stat(lock)
    const texts = [await readFile(lock, 'utf8'), await readFile(socketLock, 'utf8')]
    await first.close()
    const otherProcess = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
    await once(otherProcess, 'spawn')
    const [text = '', socketText = ''] = texts.map((one) => one.replace(/^\d+/, String(otherProcess.pid)))
    await writeFile(lock, text)
    await writeFile(socketLock, socketText)
    const second = await open()
    expect(await selectRows(second, 'select 7 as value')).toEqual(savedRow)
    expect(otherProcess.exitCode).toBeNull()
    otherProcess.kill()
  })

  test('a first start that is killed midway is started over', async () => {
    const first = driveDatabase(dataDir)
    await vi.waitFor(async () => {
      const leftover = (await readdir(dataDir)).find((name) => name.startsWith('postgres.new-'))
      expect(await readdir(join(dataDir, leftover ?? '?'))).toContain('PG_VERSION')
    }, pollOptions)
    await first.kill()
    expect(await readdir(dataDir)).not.toContain('postgres')
    await startTwice()
  })

  test('of servers that start together, one gets the folder, the other names the process that has it', async () => {
    const drivers = [driveDatabase(dataDir), driveDatabase(dataDir)]
    const answers = await Promise.all(drivers.map((rival) => rival.readResult()))
    const winner = drivers[answers.findIndex((answer) => answer.ready)]
    const loser = answers.find((answer) => !answer.ready)
    expect(loser).toEqual({
      name: 'DataFolderInUse',
      failed: `the data folder ${dataDir} is in use by process ${winner?.process.pid}`,
    })
    expect(await winner?.query('select 7 as value')).toEqual(savedRow)
    await winner?.close()
  })

  test('commands use the database of the running server, or run the database themselves', async () => {
    const alone = await open('command')
    expect(alone.firstStart).toBe(true)
    const second = await open('command')
    const starting = open()
    const closing = alone.close()
    // The first command runs the database, and waits until the second has closed its connection.
    for (const _ of Array.from({ length: 20 }))
      expect(await selectRows(second, 'select 7 as value')).toEqual(savedRow)
    await second.close()
    await closing
    const server = await starting
    const pid = await postmasterPid(dataDir)
    const joined = await open('command')
    expect(await selectRows(joined, 'select 7 as value')).toEqual(savedRow)
    await joined.close()
    expect(await postmasterPid(dataDir)).toBe(pid)
    expect(await selectRows(server, 'select 7 as value')).toEqual(savedRow)
  })
})

describe.runIf(isRoot)('root', () => {
  useFolder(0o700)

  test('stores the database under /var/lib/quarry when its user cannot access the data folder', async () => {
    await startTwice()
    const base = (await readFile(join(dataDir, 'database-folder'), 'utf8')).trim()
    expect(base).toMatch(/^\/var\/lib\/quarry\/[0-9a-f]{12}-[0-9a-f]{8}$/)
    expect(await readFile(join(base, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n')
  })
})

describe.runIf(isRoot)('an ordinary user', () => {
  useFolder(0o700, nobody)

  test('runs the database as that user, in a folder without access for others', async () => {
    const first = driveDatabase(dataDir, { uid: nobody })
    expect(await first.readResult()).toMatchObject({ ready: true, firstStart: true })
    await first.query('create table kept as select 7 as value')
    await first.close()
    const second = driveDatabase(dataDir, { uid: nobody })
    expect(await second.readResult()).toMatchObject({ ready: true })
    expect(await second.query('select value from kept')).toEqual(savedRow)
    await second.close()
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody)
  })
})
