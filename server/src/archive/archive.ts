// The archive as a server sees it: lookups are offered and forgotten. Decoding, compressing and writing are done in a
// thread of low priority; what it cannot take at once is dropped and counted, so that no call ever waits for it.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Posted } from '@quarry/kit/outcome'
import { Piscina } from 'piscina'
import type { PageHead, Pieces } from '../upstream/fetched-page.ts'
import type { Entry } from './entry.ts'

export type OfferedPage = { url: string; posted?: Posted; head: PageHead; pieces: Pieces }
export type Offered = Omit<Entry, 'record' | 'fields' | 'pages'> & {
  /** The record as it is sent. */
  body: Uint8Array
  pages: readonly OfferedPage[]
}

export type ArchiveSettings = { folder: string; days: number; bytes: number }
export type ArchiveTask =
  | { kind: 'add'; settings: ArchiveSettings; offered: Offered }
  | { kind: 'expire'; settings: ArchiveSettings }
/** `kept`: whether it was small enough. `off`: nothing can be written any more, and why. */
export type ArchiveReply = { kept: boolean; bytes: number } | { off: string }

export type ArchiveStats = { kept: number; dropped: number; bytes: number; isOn: boolean }

export type Archive = {
  /** Takes a copy of what it keeps; false where it takes nothing. Never throws and never waits. */
  offer: (offered: Offered) => boolean
  isOn: () => boolean
  /** Whether there is room for another at all; counts one as dropped where there is none. */
  hasRoom: () => boolean
  stats: () => ArchiveStats
  close: () => Promise<void>
}

export type ArchiveOptions = ArchiveSettings & {
  /** Told once, when nothing can be written any more. */
  onOff: (why: string) => void
}

const maxWaiting = 64
const maxWaitingBytes = 16 * 1024 * 1024
/** Of a larger page some pieces are in the thread that reads it. */
const maxPieces = 2
const maxPages = 50
const closeMs = 5_000
/** Between two lookups it rests so many times as long as one took: it has a tenth of a core, however many come. */
const restTimes = 9
const longestRestMs = 200
const expireMs = 600_000
/** One lookup at a time: little of it is new. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

export function createArchive({ onOff, ...settings }: ArchiveOptions): Archive {
  const stats: ArchiveStats = { kept: 0, dropped: 0, bytes: 0, isOn: settings.days > 0 && settings.bytes > 0 }
  let waiting: Offered[] = []
  let waitingBytes = 0
  let working: Promise<void> | null = null
  let pool: Piscina | undefined
  const closing = new AbortController()

  // Started with the first lookup, so that a server which reads nothing has no thread for it.
  const thread = () => {
    pool ??= new Piscina({ ...workerFile(), minThreads: 1, maxThreads: 1, resourceLimits })
    return pool
  }
  const expiry = setInterval(() => {
    if (stats.isOn && (pool || existsSync(settings.folder))) void run({ kind: 'expire', settings })
  }, expireMs).unref()

  async function run(task: ArchiveTask, moved: ArrayBuffer[] = []): Promise<boolean> {
    try {
      const reply: ArchiveReply = await thread().run(task, { transferList: moved })
      if ('off' in reply) throw new Error(reply.off)
      stats.bytes = reply.bytes
      return reply.kept
    } catch (error) {
      if (stats.isOn) onOff(error instanceof Error ? error.message : String(error))
      stats.isOn = false
      return false
    }
  }

  /** One after the other, in the order in which they came. */
  async function work(): Promise<void> {
    for (let next = waiting[0]; next && stats.isOn; next = waiting[0]) {
      const parts = [next.body, ...next.pages.flatMap(({ pieces }) => pieces)]
      const bytes = sizeOf(next)
      const moved = parts.map(({ buffer }) => buffer as ArrayBuffer)
      const startedAt = performance.now()
      const isKept = await run({ kind: 'add', settings, offered: next }, moved)
      waiting.shift()
      waitingBytes -= bytes
      if (isKept) stats.kept += 1
      else stats.dropped += 1
      if (stats.isOn) await rest(performance.now() - startedAt)
    }
    stats.dropped += waiting.length
    waiting = []
    working = null
  }

  const rest = (workedMs: number) =>
    sleep(Math.min(longestRestMs, workedMs * restTimes), undefined, {
      signal: closing.signal,
      ref: false,
    }).catch(() => {})

  return {
    offer(offered) {
      if (!stats.isOn) return false
      const bytes = sizeOf(offered)
      const { pages } = offered
      const isTooLarge = pages.length > maxPages || pages.some(({ pieces }) => pieces.length > maxPieces)
      if (isTooLarge || waiting.length >= maxWaiting || waitingBytes + bytes > maxWaitingBytes) {
        stats.dropped += 1
        return false
      }
      waiting.push(copyOf(offered))
      waitingBytes += bytes
      working ??= work()
      return true
    },
    isOn: () => stats.isOn,
    hasRoom() {
      if (waiting.length < maxWaiting) return true
      stats.dropped += 1
      return false
    },
    stats: () => ({ ...stats }),
    async close() {
      clearInterval(expiry)
      closing.abort()
      // What waits is still written, unless that takes too long.
      await Promise.race([working, sleep(closeMs, undefined, { ref: false })])
      stats.isOn = false
      await pool?.destroy()
    },
  }
}

const sizeOf = ({ body, pages }: Offered): number =>
  pages.reduce((sum, { pieces }) => pieces.reduce((inner, { length }) => inner + length, sum), body.length)

/** Bytes of its own: those of a page may be views of blocks that others use, too. */
function copyOf(offered: Offered): Offered {
  const pages = offered.pages.map((page) => ({
    ...page,
    pieces: page.pieces.map((piece) => new Uint8Array(piece)),
  }))
  return { ...offered, body: new Uint8Array(offered.body), pages }
}

// From the sources in tests and development, and from the build otherwise.
function workerFile(): { filename: string; execArgv: string[] } {
  const fromSource = import.meta.url.endsWith('.ts')
  const file = fromSource ? './archive-worker.ts' : './archive-worker.js'
  return { filename: new URL(file, import.meta.url).href, execArgv: fromSource ? ['--import', 'tsx'] : [] }
}
