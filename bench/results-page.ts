// Writes bench/RESULTS.md: one section per processor type with its last run (machine, versions, figures, output), and
// one chart per group of figures in bench/charts/.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { barChart } from './bar-chart.ts'
import type { Figure } from './results.ts'

type Run = { figures: readonly Figure[]; sections: readonly string[]; loadBefore: number }

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const page = resolvePath('./RESULTS.md')
/** The part on page accuracy is written by hand: its pages are not in the project. */
const processors = ['arm64', 'page accuracy', 'x64']

export function writeResults(run: Run): void {
  const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const parts = new Map(processors.flatMap((name) => partIn(before, name)))
  parts.set(process.arch, formatPart(run))
  writeFileSync(
    page,
    [
      '# What was measured',
      'Written by `npm run bench`, a part for each kind of processor as its last run left it. Only figures of one run on one machine can be compared, and of those the ratios say most.',
      ...[...parts.keys()].toSorted().map((name) => `## ${name}\n\n${parts.get(name)}`),
      '## How to repeat',
      '`npm ci && npm ci --ignore-scripts --prefix bench/rivals && npm run bench`, on a machine that does nothing else. A part of a name runs those programs alone and only prints: `npm run bench -- lookup`.',
      '',
    ].join('\n\n'),
  )
}

function partIn(text: string, name: string): [string, string][] {
  const part = text.split(/^## /m).find((each) => each.startsWith(`${name}\n`))
  return part ? [[name, part.slice(name.length).trim()]] : []
}

function formatPart({ figures, sections, loadBefore }: Run): string {
  const titles = [...new Set(figures.map(({ title }) => title))]
  return [
    machine(loadBefore),
    '### Figures',
    ...titles.map((title) =>
      writeChart(
        title,
        figures.filter((figure) => figure.title === title),
      ),
    ),
    '### What the programs said',
    ...sections,
  ]
    .join('\n\n')
    .trim()
}

function machine(loadBefore: number): string {
  const readVersion = (name: string) => {
    const folder = name === 'pg-boss' ? './rivals' : '..'
    return JSON.parse(readFileSync(resolvePath(`${folder}/node_modules/${name}/package.json`), 'utf8'))
      .version
  }
  const libraries = ['fastify', 'undici', 'pg', 'pg-boss', 'cheerio', 'autocannon'].map(
    (name) => `${name} ${readVersion(name)}`,
  )
  const [first] = cpus()
  return [
    `- ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${first?.model.trim()}, ${process.arch}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`,
    `- Load of the machine when it began: ${loadBefore.toFixed(1)}${loadBefore > cpus().length / 2 ? ' (it did other work, too: only ratios say anything, and those little)' : ''}`,
    `- Node.js ${process.versions.node} (V8 ${process.versions.v8}), ${libraries.join(', ')}`,
  ].join('\n')
}

function writeChart(title: string, group: readonly Figure[]): string {
  const folder = `charts/${process.arch}`
  mkdirSync(resolvePath(`./${folder}`), { recursive: true })
  const name = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.svg`
  const bars = group.map((figure) => ({ ...figure, text: `${shown(figure.value)} ${figure.unit}` }))
  writeFileSync(resolvePath(`./${folder}/${name}`), barChart(title, bars))
  const rows = group.map(
    ({ name: what, value, unit, atLeast, atMost }) =>
      `| ${what} | ${shown(value)} ${unit} | ${formatTarget(value, atLeast, atMost)} |`,
  )
  return `#### ${title}\n\n![${title}](${folder}/${name})\n\n| | measured | wanted |\n|---|---|---|\n${rows.join('\n')}`
}

function formatTarget(value: number, atLeast?: number, atMost?: number): string {
  if (atLeast !== undefined) return `at least ${atLeast}${value >= atLeast ? '' : ': missed'}`
  if (atMost !== undefined) return `at most ${atMost}${value <= atMost ? '' : ': missed'}`
  return ''
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)
}
