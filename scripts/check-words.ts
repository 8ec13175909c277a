// Fails when comments and docs have more refused phrases, or the code more exported names that end in `Of`, than the
// maximum. Prints each with its place and the better form. Run by the checks: `npx tsx scripts/check-words.ts`.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOfNames, findPhrases, type Violation } from './refused-words.ts'

/** In the whole tree. */
const maxPhrases = 40
const maxOfNames = 40

const root = fileURLToPath(new URL('..', import.meta.url))
const skippedFolders = new Set([
  'node_modules',
  'dist',
  'data',
  'coverage',
  'downloads',
  'generated',
  'rivals',
  '.git',
])
const extensions = new Set(['.ts', '.tsx', '.mjs', '.md'])

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listFiles(path)
    return extensions.has(extname(entry.name)) ? [path] : []
  })
}

function isWithin(name: string, violations: readonly Violation[], max: number): boolean {
  console.log(`${violations.length} ${name}, at most ${max}`)
  if (violations.length <= max) return true
  for (const { file, line, found, better } of violations)
    console.log(`${file}:${line}: "${found}": better: ${better}`)
  return false
}

const files = listFiles('').map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const results = [
  isWithin(
    'refused phrases',
    files.flatMap(({ file, text }) => findPhrases(file, text)),
    maxPhrases,
  ),
  isWithin(
    'exported names that end in Of',
    files.flatMap(({ file, text }) => findOfNames(file, text)),
    maxOfNames,
  ),
]
process.exitCode = results.every(Boolean) ? 0 : 1
