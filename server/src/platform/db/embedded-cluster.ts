// The files of the embedded database: the cluster, created whole or not at all, and the access rules, written at each
// start.

import { chmod, lchown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './embedded-binaries.ts'
import { type ClusterFolders, exists, runAs } from './embedded-place.ts'
import { type Queryable, statement } from './statement.ts'

/** The one role and its database. */
export const roleName = 'quarry'

const initTimeoutMs = 60_000
const unfinishedPrefix = 'postgres.new-'

/** Written to postgresql.conf once, so that an operator may change them there. */
const initialSettings: Record<string, string> = {
  shared_buffers: '64MB',
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/** Creates the cluster if there is none. An unfinished one has another name and is deleted. */
export async function ensureCluster(place: ClusterFolders, binaries: Binaries): Promise<void> {
  for (const name of await readdir(place.base)) {
    if (name.startsWith(unfinishedPrefix)) await deleteUnfinished(join(place.base, name))
  }
  if (await exists(place.cluster)) return await checkCluster(place, binaries)
  const unfinished = await mkdtemp(join(place.base, unfinishedPrefix))
  await lchown(unfinished, place.account.uid, place.account.gid)
  const settings = Object.entries(initialSettings).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', unfinished, '-U', roleName, '--auth=reject', ...locale, ...settings]
  await runAs(place.account, binaries.initdb, args, initTimeoutMs).catch((error: Error) => {
    throw new Error(`the database could not be created in ${place.base}: ${error.message}`, { cause: error })
  })
  await rename(unfinished, place.cluster)
  await syncFolder(place.base)
}

/** Another process may still write there: what cannot be deleted now is deleted at the next start. */
async function deleteUnfinished(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(() => {})
}

async function checkCluster(place: ClusterFolders, binaries: Binaries): Promise<void> {
  const major = await readMajor(place)
  if (major === undefined) throw new Error(`${place.cluster} exists but contains no database`)
  if (major !== binaries.major) {
    throw new Error(
      `the database in ${place.cluster} has the format of PostgreSQL ${major}, but this version of Quarry runs ${binaries.major}`,
    )
  }
  await keepOwner(place)
}

/** The PostgreSQL that made the cluster; undefined if there is none. */
export async function readMajor({ cluster }: ClusterFolders): Promise<number | undefined> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return version === undefined ? undefined : Number(version)
}

/** A cluster that root copied back from elsewhere belongs to root. */
export async function keepOwner({ cluster, account: { uid, gid, identity } }: ClusterFolders): Promise<void> {
  if (identity.uid === undefined) return
  const handle = await open(cluster, 'r')
  const owner = await handle.stat().finally(() => handle.close())
  if (owner.uid === uid) return
  await lchown(cluster, uid, gid)
  for (const entry of await readdir(cluster, { withFileTypes: true, recursive: true }))
    await lchown(join(entry.parentPath, entry.name), uid, gid)
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const databaseStatement = statement('select from pg_database where datname = $1')

export async function ensureDatabase({ client }: { client: Queryable }): Promise<void> {
  const { rowCount } = await client.query({ ...databaseStatement, values: [roleName] })
  if (rowCount === 0) await client.query(`create database ${roleName}`)
}

/**
 * Only the current user and root may connect. The system checks the user at the other end of the socket, so not even
 * the account that runs the database can connect. Stored outside the cluster, where only the current user writes.
 */
export async function writeAccess({ base }: ClusterFolders): Promise<{ hbaFile: string; identFile: string }> {
  const users = new Set(['root', userInfo().username])
  const map = [...users].map((user) => `quarry "${user.replaceAll('"', '""')}" ${roleName}\n`).join('')
  const hbaFile = join(base, 'pg_hba.conf')
  const identFile = join(base, 'pg_ident.conf')
  await writePublic(hbaFile, `local all ${roleName} peer map=quarry\n`)
  await writePublic(identFile, map)
  return { hbaFile, identFile }
}

async function writePublic(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await chmod(`${path}.new`, 0o644)
  await rename(`${path}.new`, path)
}
