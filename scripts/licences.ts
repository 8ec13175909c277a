// Writes docs/licences.md from the package lock; with --check it only says whether that is current. Run by the checks.
import { readFileSync, writeFileSync } from 'node:fs'
import { licencePage, licenceProblems } from './licence-list.ts'
import type { PackageLock } from './lock-problems.ts'

const page = 'docs/licences.md'
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as PackageLock
const problems = licenceProblems(lock)
const text = licencePage(lock)
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text)
  problems.push(`${page} is not current: npx tsx scripts/licences.ts`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
