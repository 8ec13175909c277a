// The archive of lookups and their pages. A thread of low priority decodes, compresses and writes them; lookups that it
// cannot take at once are dropped and counted, so that no call waits for it.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Posted } from '@quarry/kit/outcome'
import { createIdleThreads, ThreadStartError } from '../../platform/lib/idle-threads.ts'
import { runEvery } from '../../platform/lib/run.ts'
import type { PageHead, Pieces } from '../fetched-page.ts'
import type { Entry } from './entry.ts'

export type OfferedPage = { url: string; posted?: Posted; head: PageHead; pieces: Pieces }
export type ArchiveCandidate = Omit<Entry, 'record' | 'fields' | 'pages'> & {
  /** The record as it is sent. */
  body: Uint8Array
  pages: readonly OfferedPage[]
}

export type ArchiveSettings = { folder: string; days: number; bytes: number }
/** `candidate`: null to remove only what is too old. */
export type ArchiveTask = { settings: ArchiveSettings; candidate: ArchiveCandidate | null }
/** `kept`: false for a lookup that is too large. `off`: why the archive can no longer be written. */
export type ArchiveReply = { kept: boolean; bytes: number } | { off: string }

export type Archive = ReturnType<typeof createArchive>

export type ArchiveOptions = ArchiveSettings & {
  /** Called once, when the archive can no longer be written. */
  onOff: (why: string) => void
}

const maxWaiting = 64
const maxWaitingBytes = 16 * 1024 * 1024
/** Later pieces of a larger page may have been moved to a reading thread, so such a lookup is dropped. */
const maxPieces = 2
const maxPages = 50
const closeMs = 5_000
/** After each lookup the thread pauses nine times as long as that took: it uses at most a tenth of a core. */
const pauseFactor = 9
const maxPauseMs = 200
const expireMs = 600_000
/** One lookup at a time needs little memory. The thread stays, because it knows what is stored. */
const threadOptions = { idleMs: Number.POSITIVE_INFINITY, maxYoungHeapMb: 8 }

type ArchiveState = ReturnType<typeof createState>

const createState = ({ onOff, ...settings }: ArchiveOptions) => ({
  settings,
  onOff,
  stats: { kept: 0, dropped: 0, bytes: 0, isOn: settings.days > 0 && settings.bytes > 0 },
  waiting: [] as ArchiveCandidate[],
  waitingBytes: 0,
  working: null as Promise<void> | null,
  thread: createIdleThreads(import.meta.url, 'archive-worker', threadOptions),
  closing: new AbortController(),
})

export function createArchive(options: ArchiveOptions) {
  const state = createState(options)
  const { settings, stats } = state
  const expire = async () => {
    if (stats.isOn && existsSync(settings.folder)) await runTask(state, { settings, candidate: null })
  }
  // `runTask` reports its own errors.
  const stopExpiry = runEvery(expireMs, expire, () => {})
  return {
    /** Copies what it stores; false if the lookup is dropped. Never throws or waits. */
    offer(candidate: ArchiveCandidate): boolean {
      if (!stats.isOn) return false
      const { waiting } = state
      const { pages } = candidate
      const bytes = countOfferBytes(candidate)
      const isTooLarge = pages.length > maxPages || pages.some(({ pieces }) => pieces.length > maxPieces)
      if (isTooLarge || waiting.length >= maxWaiting || state.waitingBytes + bytes > maxWaitingBytes) {
        stats.dropped += 1
        return false
      }
      waiting.push(copyOffer(candidate))
      state.waitingBytes += bytes
      state.working ??= writeOffers(state)
      return true
    },
    isOn: () => stats.isOn,
    /** Whether the queue has room; counts a dropped lookup if it has none. */
    hasRoom(): boolean {
      if (state.waiting.length < maxWaiting) return true
      stats.dropped += 1
      return false
    },
    stats: () => ({ ...stats }),
    async close(): Promise<void> {
      const expiryEnded = stopExpiry()
      state.closing.abort()
      // Queued lookups are still written, within a time limit.
      await Promise.race([state.working, sleep(closeMs, undefined, { ref: false })])
      stats.isOn = false
      await state.thread.close()
      await expiryEnded
    },
  }
}

async function writeOffers(state: ArchiveState): Promise<void> {
  const { settings, stats, waiting } = state
  for (let next = waiting[0]; next && stats.isOn; next = waiting[0]) {
    const parts = [next.body, ...next.pages.flatMap(({ pieces }) => pieces)]
    const bytes = countOfferBytes(next)
    const moved = parts.map(({ buffer }) => buffer as ArrayBuffer)
    const startedAt = performance.now()
    const isKept = await runTask(state, { settings, candidate: next }, moved)
    waiting.shift()
    state.waitingBytes -= bytes
    if (isKept) stats.kept += 1
    else stats.dropped += 1
    if (stats.isOn) await pauseAfterWork(state.closing.signal, performance.now() - startedAt)
  }
  stats.dropped += waiting.length
  state.waiting = []
  state.working = null
}

async function runTask(state: ArchiveState, task: ArchiveTask, moved: ArrayBuffer[] = []): Promise<boolean> {
  const { stats } = state
  try {
    const reply = (await state.thread.run(task, { transferList: moved })) as ArchiveReply
    if ('off' in reply) throw new Error(reply.off)
    stats.bytes = reply.bytes
    return reply.kept
  } catch (error) {
    if (error instanceof ThreadStartError) return false
    if (stats.isOn) state.onOff(error instanceof Error ? error.message : String(error))
    stats.isOn = false
    return false
  }
}

const pauseAfterWork = (signal: AbortSignal, workedMs: number) =>
  sleep(Math.min(maxPauseMs, workedMs * pauseFactor), undefined, { signal, ref: false }).catch(() => {})

const countOfferBytes = ({ body, pages }: ArchiveCandidate): number =>
  pages.reduce((sum, { pieces }) => pieces.reduce((inner, { length }) => inner + length, sum), body.length)

/** The bytes of a page may be views of shared blocks. */
function copyOffer(candidate: ArchiveCandidate): ArchiveCandidate {
  const pages = candidate.pages.map((page) => ({
    ...page,
    pieces: page.pieces.map((piece) => new Uint8Array(piece)),
  }))
  return { ...candidate, body: new Uint8Array(candidate.body), pages }
}
