// Whether a site's robots.txt lets us fetch an address. The file is fetched like any page, kept for a day, and read
// only as far as it concerns us; a site that cannot say (5xx, unreachable) is taken as saying no, for a minute.
import type { Clock } from '@quarry/kit/clock'
import { Failure } from '@quarry/kit/errors'
import robotsParser from 'robots-parser'
import { singleFlight } from '../lib/single-flight.ts'
import type { Limits } from './limits.ts'

// The package is a function, though its types say it has one.
const parse = robotsParser as unknown as (typeof robotsParser)['default']
const agent = 'quarry'
const maxBytes = 512_000
// Matching costs rules × address; a file and an address made to be slow together are refused instead.
const maxWork = 20_000_000

type Verdict = (url: URL) => boolean
type Entry = { verdict: Verdict; staleAt: number }

/**
 * Fetches robots.txt at an origin: the beginning of it, at least as much as is read of one, or null where the site has
 * none (4xx). Throws when it cannot tell.
 */
export type FetchRobots = (origin: string) => Promise<Uint8Array | null>

export type Robots = { check: (url: URL, fetchRobots: FetchRobots) => Promise<void> }

export function createRobots(limits: Limits, clock: Clock): Robots {
  // Bounded by the hosts of the configured sources.
  const entries = new Map<string, Entry>()
  const flight = singleFlight<Entry>()

  const load = async (origin: string, fetchRobots: FetchRobots): Promise<Entry> => {
    const known = entries.get(origin)
    const entry = await fetchRobots(origin).then(
      (bytes) => ({
        verdict: readRobots(origin, bytes && textOf(bytes)),
        staleAt: clock().getTime() + limits.robotsMs,
      }),
      // The last good copy serves until the site can answer again.
      () => ({ verdict: known?.verdict ?? unreachable, staleAt: clock().getTime() + limits.robotsRetryMs }),
    )
    entries.set(origin, entry)
    return entry
  }

  return {
    async check(url, fetchRobots) {
      const known = entries.get(url.origin)
      const fresh = known && clock().getTime() < known.staleAt
      const entry = fresh ? known : await flight(url.origin, () => load(url.origin, fetchRobots))
      if (entry.verdict === unreachable)
        throw new Failure('upstream_failed', `${url.hostname}: robots.txt could not be read; not fetched`)
      if (!entry.verdict(url))
        throw new Failure('upstream_failed', `${url.hostname}: robots.txt disallows this address`)
    },
  }
}

const unreachable: Verdict = () => false

/** These files are in UTF-8, whatever is said of them; a mark at the beginning goes. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, maxBytes))

/** Reads the rules that are addressed to us, or else to everyone. */
export function readRobots(origin: string, text: string | null): Verdict {
  if (text === null) return () => true
  const rules = rulesForUs(text)
  if (rules.length === 0) return () => true
  const file = ['User-agent: *', ...rules].join('\n')
  const weight = file.length
  const parsed = parse(`${origin}/robots.txt`, file)
  return (url) => weight * url.href.length <= maxWork && parsed.isAllowed(url.href, agent) !== false
}

// The library copies each rule to each agent of its group: a file of thousands of both would fill the memory, so it
// gets one group only.
function rulesForUs(text: string): string[] {
  const ours: string[] = []
  const everyones: string[] = []
  let named = false
  let group = { ours: false, everyones: false, open: false }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [key = '', value = ''] = (line.split('#', 1)[0] ?? '').split(/:(.*)/s).map((part) => part.trim())
    const field = key.toLowerCase()
    if (field === 'user-agent') {
      if (!group.open) group = { ours: false, everyones: false, open: true }
      const name = value.split('/', 1)[0]?.trim().toLowerCase()
      if (name === agent) group.ours = named = true
      if (name === '*') group.everyones = true
    } else if (field === 'allow' || field === 'disallow') {
      group.open = false
      if (group.ours) ours.push(`${field}: ${value}`)
      if (group.everyones) everyones.push(`${field}: ${value}`)
    }
  }
  return named ? ours : everyones
}
