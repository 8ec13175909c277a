// How long a hostile page may hold the event loop, over every endpoint and a choice of the worst pages up to ten
// megabytes: the processor time of all that is done there (reading, checking and writing the record, or handing the
// page to a thread), the least of several runs. `npx tsx bench/hostile-pages.ts [limit in ms] [part of a path]`.
import { createFindRecord } from '../server/src/calls/find-record.ts'
import { isTooLarge } from '../server/src/calls/record-size.ts'
import { addressesOf } from '../server/src/contract/addresses.ts'
import type { Endpoint } from '../server/src/contract/endpoint.ts'
import type { Page } from '../server/src/contract/outcome.ts'
import { siteAt } from '../server/src/contract/site.ts'
import type { Source } from '../server/src/contract/source.ts'
import { Failure } from '../server/src/errors.ts'
import { DomTooLarge } from '../server/src/extract/page-budget.ts'
import { justOne } from '../server/src/lib/fair-slots.ts'
import { sources } from '../server/src/sources/index.ts'
import type { CallFetch } from '../server/src/upstream/upstream.ts'

type Hostile = { name: string; of: (chars: number) => string }

const limitMs = Number(process.argv[2] ?? 100)
const only = process.argv[3] ?? ''
const sizes = [60_000, 250_000, 1_000_000, 9_900_000]
const runs = 3

const repeat = (before: string, piece: string, after = ''): Hostile => ({
  name: JSON.stringify(before + piece + after).slice(0, 70),
  of: (chars) => before + piece.repeat(Math.floor(chars / piece.length)) + after,
})

const nextData = '<script id="__NEXT_DATA__" type="application/json">'
const end = '</script>'

/** Lists of the least that each list endpoint takes for an entry: short on the page, long in the record. */
const lists = [
  '{"total":9,"max_pages":9,"ads":[|{"list_id":1,"subject":"a"},',
  '{"events":{"pagination":{"page_count":9},"results":[|{"id":"1","name":"a"},',
  '{"count":9,"entities":[|{"uuid":"u","properties":{"identifier":{"uuid":"u","value":"v"}}},',
  '{"results":[|{"url":"https://a.example","title":"a"},',
  '{"results":{"edges":[|{"node":{"id":"1","title":"a"}},',
  '{"data":{"productsList":[|{"slug":"a-b","title":"a"},',
  '[|{"name":"a","domain":"a.example"},',
].map((list) => list.split('|') as [string, string])
const closing = (before: string) =>
  [...before.matchAll(/[[{]/g)]
    .map(([mark]) => (mark === '{' ? '}' : ']'))
    .reverse()
    .join('')

const pages: Hostile[] = [
  ...['<', '<a ', '</p>', '<p>', '<b><i></b>', '&amp;', '&#', '<!---->', '<script></script>'].map((piece) =>
    repeat('<h1>a</h1>', piece),
  ),
  ...['<script>__SERVER_DAT</script>', '<script>S={"</script>', '<meta property=og:a content=b>'].map(
    (piece) => repeat('<i>__SERVER_DATA__ __UFRN_LIFECYCLE_SERVERREQUEST__</i>', piece),
  ),
  repeat('<script type=application/ld+json>[', '{"@type":"Product","name":"a"},', `0]${end}`),
  repeat('<script type=application/ld+json>[', '{"@type":"Event","name":"a"},', `0]${end}`),
  repeat('<script type=application/ld+json>[', '{"__proto__":[]},', `0]${end}`),
  repeat('', '<script type=application/ld+json>{/*</script>'),
  repeat('<script type=application/ld+json>', '{"a":<', end),
  repeat('<script id=ng-state>', '&q;', end),
  repeat('<div id=rso>', '<div class=tF2Cxc><h3>a</h3><a href=https://a.example>'),
  repeat('<div id=product-features>', '<div><h5>Description</h5><p>a</p>'),
  repeat('<ul data-ref="srp.results">', '<li><a data-testid="supplier-name-link">a</a>'),
  repeat('<rss version="2.0"><channel>', '<item><title>a</title><link>https://a.example</link></item>'),
  repeat('<rss version="2.0"><channel><item><description>', '&lt;b&gt;'),
  ...lists.flatMap(([before, item]) => {
    const tail = `{}${closing(before)}`
    return [
      repeat(before, item, tail),
      repeat(`${nextData}{"props":{"pageProps":{"searchData":${before}`, item, `${tail}}}}${end}`),
      repeat(`<script>window.__SERVER_DATA__={"search_data":${before}`, item, `${tail}}${end}`),
    ]
  }),
]

let handedOver = 0

/** As the server does it, but for the thread: what is done there holds up nobody. */
const findRecord = createFindRecord({
  cache: { get: () => undefined, set: async () => {} },
  async findThrough({ through, query, get }) {
    const seen: Page[] = []
    const recordingGet: typeof get = async (url, options) => {
      const page = await get(url, options)
      seen.push(page)
      return page
    }
    try {
      const outcome = await through.provider.find(query, { get: recordingGet, site: through.site })
      if (outcome.kind === 'found' && isTooLarge(outcome.record))
        throw new Failure('page_changed', 'the record is too large')
      return outcome
    } catch (thrown) {
      if (!(thrown instanceof DomTooLarge)) throw thrown
      handedOver++
      structuredClone(seen)
      return { kind: 'not_found' }
    }
  },
  diagnosis: { keep: () => {}, keepPartlyRead: () => {}, count: async () => 0 },
  onCache: () => {},
  onList: () => {},
  onAnswer: () => {},
})

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function askedOf(source: Source, endpoint: Endpoint) {
  const site = siteAt(source.site, source.domains)
  const provider = endpoint.providers[0]
  if (!provider) throw new Error(`${endpoint.path} has no provider`)
  const query = endpoint.parse(endpoint.example as never, addressesOf([{ provider, site }]))
  return { site, provider, query }
}

type Measured = { ms: number; text: string }

async function measure(source: Source, endpoint: Endpoint): Promise<Measured[]> {
  const { query, ...read } = askedOf(source, endpoint)
  const measured: Measured[] = []
  for (const hostile of pages)
    for (const chars of sizes) {
      const body = hostile.of(chars)
      const contentType = /^[[{]/.test(body) ? 'application/json' : 'text/html'
      const get = async (url: string): Promise<Page> => ({ url, status: 200, contentType, body })
      const open = (): CallFetch => ({
        get,
        join: () => ({ isFounder: true, wait: (result) => result, timeLeftMs: () => 1 }),
        party: justOne('bench'),
        isOver: () => false,
      })
      const member = { accountId: 'bench' }
      const facts = { name: 'site', licence: null, price: 1, keepSeconds: null, pace: {}, place: '' }
      const way = { open, timeMs: () => 30_000, isProvoked: () => false }
      const providers = [{ ...facts, ...read, ...way }]
      let ms = Number.POSITIVE_INFINITY
      for (let i = 0; i < runs && (i === 0 || ms > limitMs / 4); i++)
        ms = Math.min(ms, await cpuMs(() => findRecord({ endpoint, query, providers, price: 1, member })))
      measured.push({ ms, text: `${endpoint.path} ${(chars / 1e6).toFixed(2)} MB of ${hostile.name}` })
    }
  return measured
}

let worst: Measured[] = []
for (const source of sources)
  for (const endpoint of source.endpoints) {
    if (!endpoint.path.includes(only)) continue
    const measured = (await measure(source, endpoint)).sort((a, b) => b.ms - a.ms)
    console.log(`${endpoint.path.padEnd(34)} worst ${measured[0]?.ms.toFixed(0).padStart(5)} ms`)
    worst = [...worst, ...measured].sort((a, b) => b.ms - a.ms).slice(0, 20)
  }
console.log(`\n${handedOver} reads were handed to a thread`)
console.log(`The longest delays of the event loop (to stay under ${limitMs} ms):`)
for (const { ms, text } of worst) console.log(`${ms.toFixed(0).padStart(6)} ms  ${text}`)
process.exitCode = (worst[0]?.ms ?? 0) > limitMs ? 1 : 0
