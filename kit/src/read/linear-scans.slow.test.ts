// Every scanner takes time in proportion to its page, whatever the page is made of: pages of hostile pieces are made
// twice as long three times over, and the processor time may then be some eight times as long, not sixty-four times.
import { describe, expect, test } from 'vitest'
import { hostilePages, type Surrounding } from '../testing/hostile-pages.ts'
import { collapseSpace, decodeEntities, plainText } from './clean-text.ts'
import { companyDomain, looksLikeHost } from './company-domain.ts'
import { fromRfc822, toDate, toDateTime } from './dates.ts'
import { decodePercent } from './decode-percent.ts'
import { parseDom } from './dom.ts'
import { isEan } from './ean.ts'
import { emphasised } from './emphasis.ts'
import { findArrays, findObjects } from './find-objects.ts'
import { angularState, assignedState, scriptById, stateById } from './islands.ts'
import { filterByType, jsonLd } from './json-ld.ts'
import { linkedWord } from './linked-values.ts'
import { microdataReader } from './microdata.ts'
import { integerIn, toNumber } from './numbers.ts'
import { openGraph } from './open-graph.ts'
import { allowLargeDom } from './page-budget.ts'
import { parseJson, relaxJson, stringEnd } from './parse-json.ts'
import { plainWords } from './plain-words.ts'
import { postalCode } from './postal-code.ts'
import { toPrice } from './prices.ts'
import { fromRelativeTime } from './relative-time.ts'
import { headTags, scripts } from './scan-tags.ts'
import { snakeCase, toSnakeCase } from './snake-case.ts'
import { parseStaffRange } from './staff-range.ts'
import { toDomain, unwrapLink } from './unwrap-link.ts'
import { assertReadable, outlinePage } from './walls.ts'
import { withoutScripts } from './without-scripts.ts'
import { feedBuiltAt, looksLikeFeed, readFeed } from './xml-feed.ts'

allowLargeDom()

const base = 'https://a.example/'
const toPage = (body: string) => ({ url: base, status: 200, contentType: 'text/html', body })

type Scanner = { in: readonly Surrounding[]; read: (text: string) => unknown }

const scanners: Record<string, Scanner> = {
  scripts: { in: ['nothing', 'linkedData'], read: (html) => [...scripts(html)].length },
  headTags: { in: ['nothing', 'attribute'], read: (html) => [...headTags(html)].length },
  scriptById: { in: ['nothing', 'linkedData'], read: (html) => scriptById(html, 'S') },
  stateById: { in: ['nothing', 'linkedData'], read: (html) => stateById({ body: html }, 'S', ['a', 'b']) },
  assignedState: { in: ['nothing', 'assigned'], read: (html) => assignedState(html, 'S') },
  'assignedState by a long name': { in: ['name'], read: (html) => assignedState(html, '__SERVER_DATA__') },
  angularState: { in: ['nothing', 'state'], read: angularState },
  jsonLd: { in: ['nothing', 'linkedData'], read: (html) => filterByType(jsonLd(html), 'Event') },
  openGraph: { in: ['nothing', 'attribute'], read: openGraph },
  withoutScripts: { in: ['nothing', 'attribute'], read: withoutScripts },
  outlinePage: { in: ['nothing', 'attribute'], read: outlinePage },
  assertReadable: { in: ['assigned'], read: (html) => assertReadable(toPage(html)) },
  plainText: { in: ['nothing', 'attribute'], read: plainText },
  decodeEntities: { in: ['nothing'], read: decodeEntities },
  collapseSpace: { in: ['nothing'], read: collapseSpace },
  parseJson: { in: ['nothing', 'json'], read: parseJson },
  relaxJson: { in: ['nothing', 'json'], read: relaxJson },
  stringEnd: { in: ['nothing'], read: (text) => stringEnd(`"${text}`, 0) },
  findObjects: {
    in: ['json'],
    read(text) {
      const state = parseJson(text)
      return [findArrays(state, ['a']).length, findObjects(state, ['b']).length, toSnakeCase(state)]
    },
  },
  dom: {
    in: ['nothing', 'attribute'],
    read(html) {
      const dom = parseDom(html)
      return [dom.text(), dom.all('div p, [id] > *:not(b)').length, dom.one('h1'), dom.html()]
    },
  },
  emphasised: { in: ['attribute'], read: (html) => emphasised(parseDom(html)) },
  microdata: {
    in: ['item'],
    read(html) {
      const dom = parseDom(html)
      return dom.all('[itemscope]:not([itemprop])').map(microdataReader(dom, base))
    },
  },
  readFeed: { in: ['nothing', 'feed'], read: readFeed },
  'the head of a feed': { in: ['feed'], read: (body) => [looksLikeFeed(body), feedBuiltAt(body)] },
  unwrapLink: { in: ['link', 'host'], read: (text) => [unwrapLink(text, base), toDomain(text)] },
  companyDomain: { in: ['nothing', 'host'], read: (text) => [companyDomain(text), looksLikeHost(text)] },
  'values in a text': {
    in: ['nothing'],
    read: (text) => [
      [toPrice, toDate, toDateTime, fromRfc822, toNumber, linkedWord].map((read) => read(text)),
      [integerIn, postalCode, parseStaffRange, plainWords, snakeCase, decodePercent, isEan].map((read) =>
        read(text),
      ),
      fromRelativeTime(text, new Date(0)),
    ],
  },
}

const chars = 60_000
const times = 8
// A page that takes less is not measured again: the clock is coarse, and even quadratic time would be harmless.
const minMeasuredMs = 6
// Linear is 8 and quadratic 64. Above 8, because the share of garbage collection grows a little faster than the page.
const maxGrowth = 20
// Garbage collection suddenly costs more for a page that does not fit into the young generation. Then a page four times
// as long decides: a linear scan takes four times as long, a quadratic one sixteen times.
const timesAgain = 4
const maxGrowthAgain = 8
const maxTries = 12

/** CPU time of the whole process, garbage collection included: other processes on a busy machine do not count. */
function cpuMs(read: () => unknown): number {
  const start = process.cpuUsage()
  try {
    read()
  } catch {
    // The page may be refused; only the time counts.
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** How many times as long the longer text takes: the minimum of several measurements, until they agree. */
function growth(read: (text: string) => unknown, short: string, long: string, most: number): number {
  let least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const
  for (let tries = 0; tries < maxTries; tries++) {
    least = [
      Math.min(
        least[0],
        cpuMs(() => read(short)),
      ),
      Math.min(
        least[1],
        cpuMs(() => read(long)),
      ),
    ]
    if (least[1] < minMeasuredMs || (tries > 0 && least[1] / least[0] <= most)) break
  }
  return least[1] < minMeasuredMs ? 1 : least[1] / least[0]
}

describe('a page of hostile pieces that doubles three times takes about eight times as long', () => {
  test.each(Object.entries(scanners))(
    'for %s',
    (_, { in: around, read }) => {
      for (const page of around.flatMap(hostilePages)) {
        const long = page.build(chars)
        if (cpuMs(() => read(long)) < minMeasuredMs) continue
        if (growth(read, page.build(chars / times), long, maxGrowth) <= maxGrowth) continue
        const grownAgain = growth(read, long, page.build(chars * timesAgain), maxGrowthAgain)
        expect(grownAgain, page.name).toBeLessThanOrEqual(maxGrowthAgain)
      }
    },
    300_000,
  )
})

test('finding the microdata of a page of 8 MB takes less time than parsing it', () => {
  const page = `<div itemscope itemtype="https://schema.org/Product">${'<i itemprop=name>a</i>'.repeat(360_000)}`
  let dom = parseDom('')
  const parsing = cpuMs(() => {
    dom = parseDom(page)
  })
  const scopes = dom.all('[itemscope]')
  expect(cpuMs(() => scopes.map(microdataReader(dom, base)))).toBeLessThan(parsing)
  expect(cpuMs(() => dom.all('i'))).toBeLessThan(parsing)
})
