// Measures how often the page plugin and other programs are right about saved pages: `npm run page-accuracy -- --from
// <folder>`. Prints a line for each field and reader, and the speed of each reader without main text. The other
// programs have a lock of their own: `npm ci --ignore-scripts --prefix bench/rivals`; those that are not installed are
// skipped.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { type Fields, judgeField, judgeText, type Verdict } from './page-accuracy/judge.ts'
import { type ExpectedPage, loadPages } from './page-accuracy/load-pages.ts'
import { readTextWithQuarry, readWithJsonLd, readWithQuarry } from './page-accuracy/quarry-reader.ts'

type Reader = {
  name: string
  readFields?: (page: ExpectedPage) => Fields | Promise<Fields>
  readText?: (page: ExpectedPage) => string
}

const rounds = 1
const { values } = parseArgs({
  options: { from: { type: 'string' }, show: { type: 'boolean', default: false } },
})
if (values.from === undefined) {
  console.error(
    'use: npm run page-accuracy -- --from <folder> [--show], where the folder has <name>/page.html and <name>/expected.json',
  )
  process.exit(1)
}
allowLargeDom()
const pages = loadOrExit(values.from)
const readers = await listReaders()
for (const reader of readers) await printFields(reader)
for (const reader of readers) printText(reader)
await printSpeed()

function loadOrExit(folder: string): ExpectedPage[] {
  try {
    return loadPages(folder)
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown)
    process.exit(1)
  }
}

async function listReaders(): Promise<Reader[]> {
  const own: Reader[] = [
    { name: 'quarry', readFields: readWithQuarry, readText: readTextWithQuarry },
    { name: 'json-ld', readFields: readWithJsonLd },
  ]
  const folder = fileURLToPath(new URL('./rivals', import.meta.url))
  if (!existsSync(join(folder, 'node_modules', 'metascraper'))) {
    console.log('metascraper is not installed (npm ci --ignore-scripts --prefix bench/rivals): skipped')
    return own
  }
  const { readWithMetascraper, readTextWithReadability } = await import(
    pathToFileURL(join(folder, 'page-readers.mjs')).href
  )
  return [
    ...own,
    { name: 'metascraper', readFields: readWithMetascraper },
    { name: 'readability', readText: readTextWithReadability },
  ]
}

type Tally = Record<Verdict, number>

/** Prints a line for each kind and field, then one for all kinds together. */
async function printFields({ name: reader, readFields }: Reader): Promise<void> {
  if (!readFields) return
  const tallies = new Map<string, Tally>()
  for (const page of pages) {
    const fields = await Promise.resolve(readFields(page)).catch((): Fields => ({}))
    for (const [field, expected] of Object.entries(page.fields)) {
      if (field === 'text') continue
      const verdict = judgeField(field, expected, fields[field], page.url)
      if (values.show && verdict !== 'right')
        console.log(
          `${verdict} ${reader} ${page.name} ${field}: ${JSON.stringify(fields[field])} for ${JSON.stringify(expected)}`,
        )
      for (const key of [`kind ${page.kind} ${field}`, `field ${field}`]) {
        const tally = tallies.get(key) ?? { right: 0, wrong: 0, missing: 0 }
        tally[verdict]++
        tallies.set(key, tally)
      }
    }
  }
  for (const [key, { right, wrong, missing }] of [...tallies].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const judged = right + wrong + missing
    const share = (right / judged).toFixed(3)
    const counts = `right ${right} wrong ${wrong} missing ${missing} share ${share}`
    console.log(
      key.startsWith('field') ? `${key} ${reader} ${counts}` : `${key} ${reader} pages ${judged} ${counts}`,
    )
  }
}

function printText({ name, readText }: Reader): void {
  const judged = pages.filter(({ fields }) => typeof fields.text === 'string')
  if (!readText || judged.length === 0) return
  const overlaps = judged.map((page) => {
    const overlap = judgeText(String(page.fields.text), readText(page))
    if (values.show) console.log(`text ${name} ${page.name} F1 ${overlap.f1.toFixed(3)}`)
    return overlap
  })
  const mean = (read: (overlap: (typeof overlaps)[number]) => number) =>
    (overlaps.reduce((sum, overlap) => sum + read(overlap), 0) / overlaps.length).toFixed(3)
  console.log(
    `text ${name} precision ${mean(({ precision }) => precision)} recall ${mean(({ recall }) => recall)} F1 ${mean(({ f1 }) => f1)} pages ${judged.length}`,
  )
}

/** Readers alternate after one warm-up round, so that a slow moment of the machine affects all of them. */
async function printSpeed(): Promise<void> {
  const timed = readers.filter(({ readFields }) => readFields)
  const ms = new Map<string, number>()
  for (let round = 0; round <= rounds; round++)
    for (const { name, readFields } of timed)
      for (const page of pages) {
        const startedMs = performance.now()
        await Promise.resolve(readFields?.(page)).catch(() => null)
        if (round > 0) ms.set(name, (ms.get(name) ?? 0) + performance.now() - startedMs)
      }
  const own = ms.get('quarry') ?? 1
  for (const [name, total] of ms) {
    const perPage = total / rounds / Math.max(1, pages.length)
    console.log(
      `speed ${name} ${perPage.toFixed(2)} ms per page, ${(total / own).toFixed(1)} times the time of quarry`,
    )
  }
}
