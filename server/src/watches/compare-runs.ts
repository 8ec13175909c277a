// Compares runs in a worker thread: a large record would block the event loop.
import { Piscina } from 'piscina'
import { findWorkerFile } from '../lib/worker-file.ts'

export type ComparisonTask = {
  /** JSON text of the run's record. */
  result: string
  /** The list whose items are compared: the record itself, or one of its properties. */
  list: { name: string | null } | null
  fields: readonly string[] | null
  /** JSON text of the value that the watch stored; null where it has none. */
  before: string | null
  beforeMark: string | null
  /** Dotted paths of the fields that every record of this version has. */
  requiredFields: readonly string[]
}

export type Comparison = {
  /** JSON texts. */
  value: string
  patch: string | null
  mark: string
  /** Whether the values differ in more than the fields of their versions. */
  isChanged: boolean
  /** The values differ and are too large to say where. */
  isTooLarge: boolean
}

export type CompareRuns = ReturnType<typeof createCompareRuns>

export type CompareRunsOptions = { timeoutMs?: number; onError: (error: unknown) => void }

/** Bounded work takes about a second; the rest is for starting the thread on a busy machine. */
const defaultTimeoutMs = 30_000

export function createCompareRuns({ timeoutMs = defaultTimeoutMs, onError }: CompareRunsOptions) {
  let pool: Piscina | undefined
  let isClosed = false

  // Started with the first run and stopped when idle: a server without watches has no thread for them.
  const createPool = () =>
    new Piscina({
      ...findWorkerFile(import.meta.url, 'compare-worker'),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 2_000,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
    })

  return {
    /** Null where the comparison failed or took too long. Throws once closed: another server can still do it. */
    async compare(task: ComparisonTask): Promise<Comparison | null> {
      if (isClosed) throw new Error('comparisons are closed')
      try {
        pool ??= createPool()
        return (await pool.run(task, { signal: AbortSignal.timeout(timeoutMs) })) as Comparison
      } catch (error) {
        if (isClosed) throw error
        onError(error)
        return null
      }
    },
    async close(): Promise<void> {
      isClosed = true
      await pool?.destroy()
    },
  }
}
