// The result of this server's last audit, for the operator. A request starts a new audit when the last one is old: one
// at a time, on a connection of the read pool, and rarer the longer an audit takes.
import type { Clock } from '@quarry/kit/clock'
import type { Pool, PoolClient } from 'pg'
import { audit } from './audit.ts'

type AuditResult = {
  /** When the last audit ended; null before the first. */
  at: string | null
  ms: number | null
  /** Null before the first audit, and where the last one failed. */
  balanced: boolean | null
  differences: readonly string[]
}

export type BackgroundAudit = ReturnType<typeof createBackgroundAudit>

export type BackgroundAuditOptions = {
  pool: Pick<Pool, 'connect'>
  clock: Clock
  nowMs?: () => number
  onError: (error: unknown) => void
  maxMs?: number
}

const minPauseMs = 60_000
/** The pause is this many times as long as the audit took: audits use at most 1 % of one connection. */
const pauseFactor = 100

export function createBackgroundAudit(options: BackgroundAuditOptions) {
  const { pool, clock, nowMs = () => performance.now(), onError, maxMs = 60_000 } = options
  let last: AuditResult = { at: null, ms: null, balanced: null, differences: [] }
  let nextMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  let client: PoolClient | undefined
  let isClosed = false

  const endClient = () => client?.end().catch(() => {})
  // The server may stop while the connection is being opened.
  const onClient = (opened: PoolClient) => {
    client = opened
    if (isClosed) void endClient()
  }

  async function run(): Promise<void> {
    const startedMs = nowMs()
    const differences = await audit({ pool }, { maxMs, onClient }).catch((error: unknown) => {
      if (!isClosed) onError(error)
      return null
    })
    client = undefined
    const ms = Math.round(nowMs() - startedMs)
    nextMs = nowMs() + Math.max(minPauseMs, pauseFactor * ms)
    const balanced = differences && differences.length === 0
    last = { at: clock().toISOString(), ms, balanced, differences: differences ?? [] }
  }

  return {
    look(): AuditResult & { running: boolean } {
      if (!isClosed && nowMs() >= nextMs)
        running ??= run().finally(() => {
          running = null
        })
      return { ...last, running: running !== null }
    },
    /** Ends a running audit. */
    async close(): Promise<void> {
      isClosed = true
      await endClient()
      await running
    },
  }
}
