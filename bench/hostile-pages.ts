// How long a hostile page may hold the event loop, over every endpoint and a choice of the worst pages up to ten
// megabytes: the processor time of all that is done there (reading, checking and writing the record, or handing the
// page to a thread), the least of several runs. `npx tsx bench/hostile-pages.ts [limit in ms] [part of a path]`.
import { addressesOf } from '@quarry/kit/addresses'
import type { Endpoint } from '@quarry/kit/endpoint'
import { isDomTooLarge } from '@quarry/kit/read/page-budget'
import { scripts } from '@quarry/kit/read/scan-tags'
import { siteAt } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import { sources } from '@quarry/sources'
import { justOne } from '../server/src/lib/fair-slots.ts'
import { createFindRecord } from '../server/src/lookups/find-record.ts'
import { finishReading } from '../server/src/lookups/finish-reading.ts'
import { sentPage } from '../server/src/upstream/sent-page.ts'
import type { CallFetch } from '../server/src/upstream/upstream.ts'
import { contentTypeOf, hostilePages, pageSizes } from './hostile-page-kinds.ts'

const limitMs = Number(process.argv[2] ?? 100)
const only = process.argv[3] ?? ''
const runs = 3

let handedOver = 0

/** As the server does it, but for the thread: what is done there holds up nobody. */
const findRecord = createFindRecord({
  cache: { get: () => undefined, set: async () => {} },
  finalResponses: { get: async () => undefined, set: async () => {}, close: async () => {} },
  async runProvider({ endpoint, through, query, get }) {
    try {
      return finishReading(endpoint, await through.provider.find(query, { get, site: through.site }))
    } catch (thrown) {
      if (!isDomTooLarge(thrown)) throw thrown
      handedOver++
      return { kind: 'not_found' }
    }
  },
  diagnosis: { keep: () => {}, keepPartlyRead: () => {}, count: async () => 0 },
  onCache: () => {},
  onList: () => {},
  onFound: () => {},
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
  for (const hostile of hostilePages)
    for (const chars of pageSizes) {
      const body = hostile.of(chars)
      const contentType = contentTypeOf(body)
      const pieces = [Buffer.from(body)]
      const get = async (url: string) => sentPage({ url, status: 200, contentType }, pieces)
      const open = (): CallFetch => ({
        get,
        join: () => ({ isFounder: true, wait: (result) => result, timeLeftMs: () => 1 }),
        party: justOne('bench'),
        isOver: () => false,
      })
      const member = { accountId: 'bench' }
      const facts = {
        name: 'site',
        source,
        licence: null,
        price: 1,
        keepSeconds: null,
        pace: {},
        place: '',
      }
      const way = { open, timeMs: () => 30_000, isProvoked: () => false }
      const providers = [{ ...facts, ...read, ...way }]
      let ms = Number.POSITIVE_INFINITY
      for (let i = 0; i < runs && (i === 0 || ms > limitMs / 4); i++) {
        // The tags of the last page are remembered: another one between two runs has them forgotten.
        for (const _ of scripts('')) break
        ms = Math.min(
          ms,
          await cpuMs(() => findRecord({ endpoint, query, queryText: '', providers, price: 1, member })),
        )
      }
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
