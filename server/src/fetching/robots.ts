// Checks whether a site's robots.txt allows an address. The file is fetched like any page and cached for a day; if it
// cannot be fetched (5xx, unreachable, a bot check), the site is not fetched for a minute.
import { Failure, isFailure } from '@quarry/kit/errors'
import type { Page } from '@quarry/kit/outcome'
import { isDomTooLarge } from '@quarry/kit/read/page-budget'
import { assertReadable } from '@quarry/kit/read/walls'
import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { createDeduplicator } from '../platform/lib/promises.ts'
import type { FetchLimits } from './limits.ts'

// The package exports a function; its types say otherwise.
const parse = robotsParser as unknown as (typeof robotsParser)['default']
const agent = 'quarry'
const maxBytes = 512_000
// Matching takes time in proportion to rules × address: a hostile pair is refused.
const maxWork = 20_000_000

type Verdict = (url: URL) => boolean
/** `unreadable`: why nothing may be fetched; null if the rules could be read. */
type Rules = { verdict: Verdict; unreadable: null } | { verdict: null; unreadable: string }
type Entry = Rules & { staleAt: number; chars: number }

/** If the operator allows any host, callers decide how many there are. */
const maxHosts = 10_000
const maxChars = 32 * 1024 * 1024

/** `bytes`: the beginning of the file, at least `maxBytes`. */
export type RobotsResponse = { url: string; contentType: string; bytes: Uint8Array }

/** Fetches robots.txt; null if the site has none (4xx). */
export type FetchRobots = (origin: string) => Promise<RobotsResponse | null>

/** A site that answers robots.txt with a web page: a bot check, or any other page, which counts as no file. */
export type RobotsPage = { origin: string; kind: 'wall' | 'page' }

export function createRobots(
  limits: FetchLimits,
  nowMs: () => number,
  onPage: (page: RobotsPage) => void = () => {},
) {
  const entries = new LRUCache<string, Entry>({
    max: maxHosts,
    maxSize: maxChars,
    sizeCalculation: ({ chars }) => chars + 1,
  })
  const shareLoad = createDeduplicator<Entry>()

  function readResponse(origin: string, response: RobotsResponse | null): Entry {
    const text = response && decode(response.bytes)
    const kind = response && findKind(response, text ?? '')
    if (kind === 'page' || kind === 'wall') onPage({ origin, kind })
    if (kind === 'wall') return toUnreadable(origin, 'robots.txt is a bot check')
    const verdict = readRobots(origin, kind === 'page' ? null : text)
    const chars = kind === 'file' ? (text?.length ?? 0) : 0
    return { verdict, unreadable: null, staleAt: nowMs() + limits.robotsMs, chars }
  }

  /** The last good copy is used until the site answers again. */
  function toUnreadable(origin: string, unreadable: string): Entry {
    const staleAt = nowMs() + limits.robotsRetryMs
    const last = entries.get(origin)
    return last?.verdict ? { ...last, staleAt } : { verdict: null, unreadable, staleAt, chars: 0 }
  }

  const load = async (origin: string, fetchRobots: FetchRobots): Promise<Entry> => {
    const entry = await fetchRobots(origin).then(
      (response) => readResponse(origin, response),
      (error: unknown) => {
        if (isFailure(error) && error.isServerFault) throw error
        return toUnreadable(origin, 'robots.txt could not be read')
      },
    )
    entries.set(origin, entry)
    return entry
  }

  return {
    async check(url: URL, fetchRobots: FetchRobots) {
      const cached = entries.get(url.origin)
      const isFresh = cached && nowMs() < cached.staleAt
      const entry = isFresh ? cached : await shareLoad(url.origin, () => load(url.origin, fetchRobots))
      if (entry.verdict === null)
        throw new Failure('upstream_failed', `${url.hostname}: ${entry.unreadable}; not fetched`)
      if (!entry.verdict(url))
        throw new Failure('upstream_failed', `${url.hostname}: robots.txt disallows this address`)
    },
  }
}

/** robots.txt is always UTF-8; a byte order mark is dropped. */
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(0, maxBytes))

/** A file that is served as HTML, or that follows the warning of a script, is still a file. */
function findKind({ url, contentType }: RobotsResponse, text: string): 'file' | RobotsPage['kind'] {
  const isMarkup = /html/i.test(contentType) || /^\s*</.test(text)
  const isPage =
    /^\s*<(?:!doctype|html|head|body)\b/i.test(text) || (isMarkup && !/^[\t ]*user-agent[\t ]*:/im.test(text))
  const type = isPage ? 'text/html' : /json/i.test(contentType) ? contentType : 'text/plain'
  if (isWall({ url, status: 200, contentType: type, body: text })) return 'wall'
  return isPage ? 'page' : 'file'
}

function isWall(page: Page): boolean {
  try {
    assertReadable(page)
    return false
  } catch (error) {
    if (isFailure(error)) return error.reason === 'upstream_blocked'
    // Walls are small: a page that is too large to be judged here is content.
    if (isDomTooLarge(error)) return false
    throw error
  }
}

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
