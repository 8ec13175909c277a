// `npm run bench`: runs all benchmarks one after the other with short settings, and writes the section of this
// processor in bench/RESULTS.md with its charts. A run of only some benchmarks writes nothing, because a section is
// one run.
// Usage: npx tsx bench/all.ts [parts of program names, separated by commas]
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Figure } from './results.ts'
import { writeResults } from './results-page.ts'
import { watchStolenTime } from './stolen-time.ts'

/** The arguments of each program; all together take about half an hour on two cores. */
const programs: Record<string, string[]> = {
  lookup: ['3', '9'],
  'hot-path': ['2', '9'],
  jobs: [],
  fetch: ['1'],
  extract: [],
  archive: ['3', '15'],
  backup: [],
  growth: ['10000000'],
  servers: ['3', '3'],
  'usage-scale': ['1000000'],
  'free-reads': ['2', '3'],
  faults: [],
  'hostile-load': ['1'],
  'reading-thread': [],
  uploads: ['100000', '15'],
  console: ['200000', '5000'],
}

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const only = process.argv[2]?.split(',')
// Other load on the machine influences the figures.
const loadBefore = loadavg()[0] ?? 0
const folder = mkdtempSync(join(tmpdir(), 'quarry-bench-'))
const figuresFile = join(folder, 'figures.jsonl')
const sections: string[] = []
const failed: string[] = []

for (const [program, settings] of Object.entries(programs)) {
  if (only && !only.some((part) => program.includes(part))) continue
  const args = [resolvePath('../node_modules/tsx/dist/cli.mjs'), resolvePath(`./${program}.ts`), ...settings]
  console.log(`\n== ${program} ${settings.join(' ')}`)
  const startedAt = performance.now()
  const stolen = watchStolenTime()
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, QUARRY_BENCH_FIGURES: figuresFile },
    maxBuffer: 64 * 1024 * 1024,
  })
  const output =
    stdout.trimEnd() + (status === 0 ? '' : `\n${stderr.trim().split('\n').slice(-3).join('\n')}`)
  console.log(output)
  if (status !== 0) failed.push(program)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  sections.push(formatSection(program, settings, { seconds, stolen: stolen() }, status === 0, output))
}

const figures = existsSync(figuresFile)
  ? readFileSync(figuresFile, 'utf8')
      .trim()
      .split('\n')
      .map((line): Figure => JSON.parse(line))
  : []
rmSync(folder, { recursive: true, force: true })
if (sections.length === 0) {
  console.error(`no program of bench/ is named so: ${process.argv[2]}`)
  process.exit(2)
}
if (!only) writeResults({ figures, sections, loadBefore })
console.log(only ? '\nbench/RESULTS.md stays as it is: only a part was run' : '\nbench/RESULTS.md is written')
if (failed.length > 0) console.log(`not met or failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

function formatSection(
  program: string,
  settings: string[],
  took: { seconds: number; stolen: number | null },
  isMet: boolean,
  output: string,
): string {
  const command = ['npx tsx', `bench/${program}.ts`, ...settings].join(' ')
  const end = isMet ? '' : ' It ended with 1: a target is missed, or it failed.'
  const stolenText =
    took.stolen === null ? '' : `; ${(took.stolen * 100).toFixed(1)} % of the processors taken by others`
  return `#### ${program}\n\n\`${command}\` (${took.seconds} s${stolenText}).${end}\n\n\`\`\`\n${output}\n\`\`\`\n`
}
