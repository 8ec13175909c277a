// What the last audit of this server found, for the operator: begun where somebody looks and the last is old, one at a
// time, on a connection that is not that of money, for a bounded time. The longer one takes the rarer they are.
import type { Clock } from '@quarry/kit/clock'
import type { Pool, PoolClient } from 'pg'
import { audit } from './audit.ts'

export type Books = {
  /** When the last audit ended; null before the first. */
  at: string | null
  ms: number | null
  /** Null where it is not known: before the first, or where the last could not be finished. */
  balanced: boolean | null
  differences: readonly string[]
  running: boolean
}

export type BooksKeeper = {
  look: () => Books
  /** Breaks off what runs. */
  close: () => Promise<void>
}

export type BooksOptions = {
  pool: Pick<Pool, 'connect'>
  clock: Clock
  onError: (error: unknown) => void
  maxMs?: number
}

const restMs = 60_000
/** So many times as long as an audit took nothing is audited: a hundredth of one connection's time at most. */
const restShare = 100

export function createBooks({ pool, clock, onError, maxMs = 60_000 }: BooksOptions): BooksKeeper {
  let last: Omit<Books, 'running'> = { at: null, ms: null, balanced: null, differences: [] }
  let nextMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  let client: PoolClient | undefined
  let isClosed = false

  const breakOff = () => client?.end().catch(() => {})
  // A server may stop while the connection is still being made.
  const onClient = (one: PoolClient) => {
    client = one
    if (isClosed) void breakOff()
  }

  async function run(): Promise<void> {
    const startedMs = performance.now()
    const found = await audit({ pool }, { maxMs, onClient }).catch((error: unknown) => {
      if (!isClosed) onError(error)
      return null
    })
    client = undefined
    const ms = Math.round(performance.now() - startedMs)
    nextMs = clock().getTime() + Math.max(restMs, restShare * ms)
    const balanced = found === null ? null : found.length === 0
    last = { at: clock().toISOString(), ms, balanced, differences: found ?? [] }
  }

  return {
    look() {
      if (!isClosed && clock().getTime() >= nextMs)
        running ??= run().finally(() => {
          running = null
        })
      return { ...last, running: running !== null }
    },
    async close() {
      isClosed = true
      await breakOff()
      await running
    },
  }
}
