// Checks that no page makes a reader fail in an unexpected way or take long: pages that are cut off, fuzzed, or made to
// keep a scanner busy.
import assert from 'node:assert/strict'
import type { Endpoint } from '../endpoint.ts'
import { isFailure } from '../errors.ts'
import type { Page } from '../outcome.ts'
import type { Source } from '../source.ts'
import { hostilePages } from './hostile-pages.ts'
import { onSite } from './on-site.ts'
import { runExample, type SourceCheck } from './run-example.ts'

/** The server stops a reader after 5 s, which a reader this slow on a small page would reach on a large one. */
const maxCpuMs = 1000

/**
 * Reading any page gives an outcome or throws a Failure, never anything else, in less than 1 s of CPU time. By
 * default the page is empty HTML with status 200.
 */
export function checkPage(source: Source, endpoint: Endpoint, page: Partial<Page>): void {
  const { site, parse, extract } = onSite(source, endpoint)
  const query = parse(endpoint.example as object)
  const before = process.cpuUsage()
  try {
    extract({ url: site.url('/').href, status: 200, contentType: 'text/html', body: '', ...page }, query)
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown
  }
  const { user, system } = process.cpuUsage(before)
  const cpuMs = (user + system) / 1000
  assert.ok(
    cpuMs < maxCpuMs,
    `${endpoint.path}: a page of ${page.body?.length ?? 0} characters takes ${Math.round(cpuMs)} ms to read`,
  )
}

/** Cuts the last page of the example off at 50 places. Use `checkPage` with a fuzzer for more. */
export const checkDamage: SourceCheck = async (source, endpoint) => {
  const { pages } = await runExample(source, endpoint)
  const body = pages.at(-1)?.body ?? ''
  for (let part = 0; part < 50; part++)
    checkPage(source, endpoint, { body: body.slice(0, Math.floor((body.length * part) / 50)) })
}

const fuzzedPages = 200
const hostileChars = 2000

/** Reads pages with random changes, the same ones in every run, and hostile pages. */
export const checkFuzz: SourceCheck = async (source, endpoint) => {
  const { pages } = await runExample(source, endpoint)
  const random = createRandom()
  for (const { body, contentType } of pages)
    for (let index = 0; index < fuzzedPages; index++)
      checkPage(source, endpoint, { contentType, body: fuzz(body, random) })
  for (const surrounding of ['nothing', 'linkedData', 'assigned'] as const)
    for (const { build } of hostilePages(surrounding))
      checkPage(source, endpoint, { body: build(hostileChars) })
}

type Random = (below: number) => number

/** Park and Miller's generator: the same numbers in every run, so that a failure repeats. */
function createRandom(): Random {
  let state = 20_261_118
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % Math.max(1, below)
  }
}

/** What a site may send instead of the value that a reader expects. */
const replacements = [
  'null',
  '[]',
  '{}',
  '0',
  '-1e400',
  '"',
  "'",
  '<',
  '>',
  '&',
  '\u0000',
  '\ud800',
  'é',
  '</script>',
]

/**
 * One to five changes: a piece removed, doubled, moved, or replaced; a value of JSON replaced by another type.
 */
function fuzz(body: string, random: Random): string {
  let text = body
  for (let left = 1 + random(5); left > 0; left--) {
    const start = random(text.length)
    const end = Math.min(text.length, start + 1 + random(200))
    const piece = text.slice(start, end)
    const other = replacements[random(replacements.length)] ?? ''
    const kind = random(5)
    if (kind === 0) text = text.slice(0, start) + text.slice(end)
    else if (kind === 1) text = text.slice(0, end) + piece + text.slice(end)
    else if (kind === 2) text = text.slice(0, start) + other + text.slice(end)
    else if (kind === 3) text = piece + text.slice(0, start) + text.slice(end)
    else text = replaceValue(text, start, other)
  }
  return text
}

/** Replaces the next value after a colon, as in `"price": 24.5`. */
function replaceValue(text: string, from: number, other: string): string {
  const colon = text.indexOf(':', from)
  if (colon === -1) return text
  const end = text.slice(colon).search(/[,}\]\n]/)
  return end === -1 ? text : text.slice(0, colon + 1) + other + text.slice(colon + end)
}
