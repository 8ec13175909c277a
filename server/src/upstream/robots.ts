// Checks whether a site's robots.txt allows an address. The file is fetched like any page and cached for a day; if it
// cannot be fetched (5xx, unreachable), the site is not fetched for a minute.
import type { Clock } from '@quarry/kit/clock'
import { Failure, isFailure } from '@quarry/kit/errors'
import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { singleFlight } from '../lib/single-flight.ts'
import type { Limits } from './limits.ts'

// The package exports a function; its types say otherwise.
const parse = robotsParser as unknown as (typeof robotsParser)['default']
const agent = 'quarry'
const maxBytes = 512_000
// Matching takes time in proportion to rules × address: a hostile pair is refused.
const maxWork = 20_000_000

type Verdict = (url: URL) => boolean
type Entry = { verdict: Verdict; staleAt: number; chars: number }

/** Where the operator allows any host, callers decide how many there are. */
const maxHosts = 10_000
const maxChars = 32 * 1024 * 1024

/** Fetches the beginning of robots.txt, at least `maxBytes`; null where the site has none (4xx). */
export type FetchRobots = (origin: string) => Promise<Uint8Array | null>

export function createRobots(limits: Limits, clock: Clock) {
  const entries = new LRUCache<string, Entry>({
    max: maxHosts,
    maxSize: maxChars,
    sizeCalculation: ({ chars }) => chars + 1,
  })
  const shareLoad = singleFlight<Entry>()

  const load = async (origin: string, fetchRobots: FetchRobots): Promise<Entry> => {
    const last = entries.get(origin)
    const entry = await fetchRobots(origin).then(
      (bytes) => ({
        verdict: readRobots(origin, bytes && decode(bytes)),
        staleAt: clock().getTime() + limits.robotsMs,
        chars: Math.min(bytes?.length ?? 0, maxBytes),
      }),
      // The last good copy is used until the site answers again.
      (error: unknown) => {
        if (isFailure(error) && error.isServerFault) throw error
        return {
          verdict: last?.verdict ?? unreachable,
          staleAt: clock().getTime() + limits.robotsRetryMs,
          chars: last?.chars ?? 0,
        }
      },
    )
    entries.set(origin, entry)
    return entry
  }

  return {
    async check(url: URL, fetchRobots: FetchRobots) {
      const cached = entries.get(url.origin)
      const isFresh = cached && clock().getTime() < cached.staleAt
      const entry = isFresh ? cached : await shareLoad(url.origin, () => load(url.origin, fetchRobots))
      if (entry.verdict === unreachable)
        throw new Failure('upstream_failed', `${url.hostname}: robots.txt could not be read; not fetched`)
      if (!entry.verdict(url))
        throw new Failure('upstream_failed', `${url.hostname}: robots.txt disallows this address`)
    },
  }
}

const unreachable: Verdict = () => false

/** robots.txt is always UTF-8; a byte order mark is dropped. */
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, maxBytes))

/** Reads the rules for our agent, or else those for every agent. */
export function readRobots(origin: string, text: string | null): Verdict {
  if (text === null) return () => true
  const rules = listRules(text)
  if (rules.length === 0) return () => true
  const file = ['User-agent: *', ...rules].join('\n')
  const weight = file.length
  const parsed = parse(`${origin}/robots.txt`, file)
  return (url) => weight * url.href.length <= maxWork && parsed.isAllowed(url.href, agent) !== false
}

// The library copies each rule to each agent of its group. To bound memory it gets one group only.
function listRules(text: string): string[] {
  const ownRules: string[] = []
  const generalRules: string[] = []
  let isNamed = false
  let group = { isOwn: false, isGeneral: false, isOpen: false }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [key = '', value = ''] = (line.split('#', 1)[0] ?? '').split(/:(.*)/s).map((part) => part.trim())
    const field = key.toLowerCase()
    if (field === 'user-agent') {
      if (!group.isOpen) group = { isOwn: false, isGeneral: false, isOpen: true }
      const name = value.split('/', 1)[0]?.trim().toLowerCase()
      if (name === agent) group.isOwn = isNamed = true
      if (name === '*') group.isGeneral = true
    } else if (field === 'allow' || field === 'disallow') {
      group.isOpen = false
      if (group.isOwn) ownRules.push(`${field}: ${value}`)
      if (group.isGeneral) generalRules.push(`${field}: ${value}`)
    }
  }
  return isNamed ? ownRules : generalRules
}
