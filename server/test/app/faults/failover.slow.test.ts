// The primary dies under load and its synchronous standby takes over: every call delivered before is charged there
// too. Uses two clusters of the bundled binaries; a proxy directs the server's address to the current primary.

import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../../../src/platform/db/connect.ts'
import { prepareBinaries } from '../../../src/platform/db/embedded-binaries.ts'
import { ensureCluster } from '../../../src/platform/db/embedded-cluster.ts'
import {
  type ClusterFolders,
  choosePlace,
  openDataFolder,
  openSocketDir,
} from '../../../src/platform/db/embedded-place.ts'
import { bringDown, findPostmaster, launch, socketTarget } from '../../../src/platform/db/embedded-server.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { isDoneWithin } from '../../support/eventually.ts'
import { eventPath, waitUntil } from '../../support/jobs.ts'
import { type FaultProxy, startProxy, toConnectOptions, toProxyUrl } from './proxy.ts'
import { type CallResult, findLedgerProblems } from './rig.ts'

const callers = 16
const databaseName = 'quarry'

let folder: string
let postgres: string
let hbaFile: string
let primary: ClusterFolders
let standby: ClusterFolders
let proxy: FaultProxy
let seen: Database
let app: TestApp

const toUrl = (place: ClusterFolders, name = databaseName) => socketTarget(place.socketDir, name).url

async function queryPlace<T extends pg.QueryResultRow>(place: ClusterFolders, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: toUrl(place, 'postgres') })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<T>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Starts a cluster and waits until it answers, as primary or standby. */
async function run(place: ClusterFolders, settings: Record<string, string>): Promise<void> {
  await openSocketDir(place)
  const shown: string[] = []
  const common = { listen_addresses: '', hba_file: hbaFile, max_connections: '60', fsync: 'off' }
  const child = launch({
    place,
    postgres,
    settings: { ...common, ...settings },
    log: (line) => shown.push(line),
  })
  await waitUntil(async () => {
    if (!child.running()) throw new Error(`PostgreSQL ended: ${shown.join('\n')}`)
    return queryPlace(place, 'select 1').then(
      () => true,
      () => false,
    )
  })
}

async function placeIn(name: string): Promise<ClusterFolders> {
  const dataDir = join(folder, name)
  await mkdir(dataDir)
  await chmod(dataDir, 0o711)
  return choosePlace(await openDataFolder(dataDir))
}

/** Copies a stopped primary to a standby that follows it. */
async function copyAsStandby(from: ClusterFolders, to: ClusterFolders): Promise<void> {
  await cp(from.cluster, to.cluster, { recursive: true })
  await writeFile(join(to.cluster, 'standby.signal'), '')
  const { uid, gid } = to.account
  await chown(to.cluster, uid, gid)
  for (const entry of await readdir(to.cluster, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid)
  await chmod(to.cluster, 0o700)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-failover-'))
  await chmod(folder, 0o711)
  hbaFile = join(folder, 'pg_hba.conf')
  await writeFile(hbaFile, 'local all all trust\nlocal replication all trust\n', { mode: 0o644 })
  primary = await placeIn('first')
  standby = await placeIn('second')
  const binaries = await prepareBinaries(primary)
  postgres = binaries.postgres
  await ensureCluster(primary, binaries)
  await run(primary, {})
  await queryPlace(primary, `create database ${databaseName}`)
  const fresh = connect({ url: toUrl(primary) })
  await migrate(fresh).finally(() => fresh.close())
  await bringDown(primary)
  await copyAsStandby(primary, standby)
  await run(primary, { synchronous_standby_names: '*' })
  await run(standby, { primary_conninfo: `host=${primary.socketDir} user=quarry application_name=second` })
  await waitUntil(async () => {
    const followers = await queryPlace<{ sync_state: string }>(
      primary,
      'select sync_state from pg_stat_replication',
    )
    return followers[0]?.sync_state === 'sync'
  })
  proxy = await startProxy(toConnectOptions(toUrl(primary)))
  seen = connect({ url: toProxyUrl(toUrl(primary), proxy) })
  app = await startApp({ database: seen })
})
afterAll(async () => {
  await app.close()
  await seen.close()
  await proxy.close()
  await bringDown(standby)
  await bringDown(primary)
  await rm(folder, { recursive: true, force: true })
})

test('calls delivered before the primary died are charged on the standby that took over', async () => {
  const unlimited = { rate_limit: { per_second: null, per_minute: null } }
  const { slug, secret } = await app.account({ bonus_credits: 100_000, ...unlimited })
  const callResults: CallResult[] = []
  let isOver = false
  const call = async (query: string): Promise<number> => {
    const response = await app.call(secret, `${eventPath}?${query}`)
    await response.arrayBuffer()
    callResults.push({ id: String(response.headers.get('x-request-id')), status: response.status })
    return response.status
  }
  const calling = Array.from({ length: callers }, async (_, n) => {
    for (let round = 0; !isOver; round++)
      await call(
        round % 2 === 0 ? 'query=1000000000017&max_age=3600' : `query=${1_000_000_000_017 + n * 7919}`,
      )
  })
  const delivered = () => callResults.filter(({ status }) => status === 200).length
  await waitUntil(async () => delivered() > 100)

  const pid = await findPostmaster(primary.cluster)
  if (pid === undefined) throw new Error('the primary is not running')
  process.kill(pid, 'SIGKILL')
  await waitUntil(async () => (await findPostmaster(primary.cluster)) === undefined)
  const before = delivered()
  await queryPlace(standby, 'select pg_promote()')
  proxy.pointTo(toConnectOptions(toUrl(standby)))
  proxy.reset()
  expect(await isDoneWithin(5_000, async () => delivered() > before + 50)).toBe(true)
  isOver = true
  await Promise.all(calling)

  const promoted = connect({ url: toUrl(standby) })
  try {
    expect(await findLedgerProblems(promoted, slug, callResults)).toEqual([])
    expect(callResults.filter(({ status }) => status !== 200 && status !== 500)).toEqual([])
  } finally {
    await promoted.close()
  }
})
