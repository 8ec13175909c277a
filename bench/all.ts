// `npm run bench`: runs every program of bench/ that needs nothing given, one after the other with short settings, and
// writes bench/RESULTS.md (machine, versions, figures, how to repeat) and a chart for each group of figures in
// bench/charts/. Usage: npx tsx bench/all.ts [parts of programs' names, with commas]
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { barChart } from './bar-chart.ts'
import type { Figure } from './results.ts'
import { watchStolenTime } from './stolen-time.ts'

/** With what each is run, so that all of them take about half an hour on two cores. */
const programs: Record<string, string[]> = {
  lookup: ['3', '9'],
  'hot-path': ['2', '9'],
  jobs: [],
  fetch: ['1'],
  extract: [],
  archive: ['2', '5'],
  growth: ['10000000'],
  servers: ['3', '3'],
  'usage-scale': ['1000000'],
  'free-reads': ['2', '3'],
  faults: [],
  'hostile-bodies': ['1'],
  'hostile-mix': ['1'],
  'hostile-pages': [],
  'reading-thread': [],
  console: ['200000', '5000'],
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const only = (process.argv[2] ?? '').split(',')
// What else the machine does is part of what was measured.
const loadBefore = loadavg()[0] ?? 0
const folder = mkdtempSync(join(tmpdir(), 'quarry-bench-'))
const figuresFile = join(folder, 'figures.jsonl')
const sections: string[] = []
const failed: string[] = []

for (const [program, settings] of Object.entries(programs)) {
  if (!only.some((part) => program.includes(part))) continue
  const args = [here('../node_modules/tsx/dist/cli.mjs'), here(`./${program}.ts`), ...settings]
  console.log(`\n== ${program} ${settings.join(' ')}`)
  const startedAt = performance.now()
  const stolen = watchStolenTime()
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, QUARRY_BENCH_FIGURES: figuresFile },
    maxBuffer: 64 * 1024 * 1024,
  })
  const said = stdout.trimEnd() + (status === 0 ? '' : `\n${stderr.trim().split('\n').slice(-3).join('\n')}`)
  console.log(said)
  if (status !== 0) failed.push(program)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  sections.push(sectionOf(program, settings, { seconds, stolen: stolen() }, status === 0, said))
}

const figures = existsSync(figuresFile)
  ? readFileSync(figuresFile, 'utf8')
      .trim()
      .split('\n')
      .map((line): Figure => JSON.parse(line))
  : []
rmSync(folder, { recursive: true, force: true })
writeFileSync(here('./RESULTS.md'), pageOf(figures))
console.log(
  `\nbench/RESULTS.md is written${failed.length > 0 ? `; not met or failed: ${failed.join(', ')}` : ''}`,
)
process.exitCode = failed.length > 0 ? 1 : 0

function sectionOf(
  program: string,
  settings: string[],
  took: { seconds: number; stolen: number | null },
  isMet: boolean,
  said: string,
): string {
  const command = ['npx tsx', `bench/${program}.ts`, ...settings].join(' ')
  const end = isMet ? '' : ' It ended with 1: a target is missed, or it failed.'
  const taken =
    took.stolen === null ? '' : `; ${(took.stolen * 100).toFixed(1)} % of the processors taken by others`
  return `### ${program}\n\n\`${command}\` (${took.seconds} s${taken}).${end}\n\n\`\`\`\n${said}\n\`\`\`\n`
}

function pageOf(all: readonly Figure[]): string {
  const titles = [...new Set(all.map(({ title }) => title))]
  return [
    '# What was measured',
    'Written by `npm run bench`. Only figures of one run on one machine can be compared, and of those the ratios say most.',
    machine(),
    '## Figures',
    ...titles.map((title) =>
      chartOf(
        title,
        all.filter((figure) => figure.title === title),
      ),
    ),
    '## What the programs said',
    ...sections,
    '## How to repeat',
    '`npm ci && npm ci --ignore-scripts --prefix bench/rivals && npm run bench`, on a machine that does nothing else. A part of a name runs those programs alone: `npm run bench -- lookup`. Against an older version: `npx tsx bench/versions.ts <checkout of it>`.',
    '',
  ].join('\n\n')
}

function machine(): string {
  const versionOf = (name: string) =>
    JSON.parse(readFileSync(here(`../node_modules/${name}/package.json`), 'utf8')).version
  const libraries = ['fastify', 'undici', 'pg', 'pg-boss', 'cheerio', 'autocannon'].map(
    (name) => `${name} ${versionOf(name)}`,
  )
  const [first] = cpus()
  return [
    `- ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${first?.model.trim()}, ${process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`,
    `- Load of the machine when it began: ${loadBefore.toFixed(1)}${loadBefore > cpus().length / 2 ? ' (it did other work, too: only ratios say anything, and those little)' : ''}`,
    `- Node.js ${process.versions.node} (V8 ${process.versions.v8}), ${libraries.join(', ')}`,
  ].join('\n')
}

function chartOf(title: string, group: readonly Figure[]): string {
  mkdirSync(here('./charts'), { recursive: true })
  const name = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.svg`
  const bars = group.map((figure) => ({ ...figure, text: `${shown(figure.value)} ${figure.unit}` }))
  writeFileSync(here(`./charts/${name}`), barChart(title, bars))
  const rows = group.map(
    ({ name: what, value, unit, atLeast, atMost }) =>
      `| ${what} | ${shown(value)} ${unit} | ${wantedOf(value, atLeast, atMost)} |`,
  )
  return `### ${title}\n\n![${title}](charts/${name})\n\n| | measured | wanted |\n|---|---|---|\n${rows.join('\n')}`
}

function wantedOf(value: number, atLeast?: number, atMost?: number): string {
  if (atLeast !== undefined) return `at least ${atLeast}${value >= atLeast ? '' : ': missed'}`
  if (atMost !== undefined) return `at most ${atMost}${value <= atMost ? '' : ': missed'}`
  return ''
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)
}
