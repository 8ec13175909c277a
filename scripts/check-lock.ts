// Fails on a package lock that would not install on both processors. Run by the checks:
// `npx tsx scripts/check-lock.ts [file]`.
import { readFileSync } from 'node:fs'
import { lockProblems, type PackageLock } from './lock-problems.ts'

const file = process.argv[2] ?? 'package-lock.json'
const read = (name: string): unknown => JSON.parse(readFileSync(name, 'utf8'))
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
const problems = lockProblems(read(file) as PackageLock, Object.keys(allowScripts))
for (const problem of problems) console.error(`${file}: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
