// Compares runs in a worker thread: a large record would block the event loop.
import { Piscina } from 'piscina'
import type { MainList } from './watch-value.ts'

export type ComparisonTask = {
  /** JSON text of the run's record. */
  result: string
  list: MainList | null
  fields: readonly string[] | null
  /** JSON text of the value that the watch stored; null where it has none. */
  before: string | null
  beforeMark: string | null
}

export type Comparison = {
  /** JSON texts. */
  value: string
  patch: string | null
  mark: string
  /** The values differ and are too large to say where. */
  isTooLarge: boolean
}

export type CompareRuns = {
  /** Null where the comparison failed or took too long. Throws once closed: another server can still do it. */
  compare: (task: ComparisonTask) => Promise<Comparison | null>
  close: () => Promise<void>
}

export type CompareRunsOptions = { timeoutMs?: number; onError: (error: unknown) => void }

/** Bounded work takes about a second; the rest is for starting the thread on a busy machine. */
const usualTimeoutMs = 30_000

export function createCompareRuns({ timeoutMs = usualTimeoutMs, onError }: CompareRunsOptions): CompareRuns {
  let pool: Piscina | undefined
  let isClosed = false

  // Started with the first run and stopped when idle: a server without watches has no thread for them.
  const threads = () => {
    pool ??= new Piscina({
      filename: workerFile(),
      execArgv: [],
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 2_000,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
    })
    return pool
  }

  return {
    async compare(task) {
      if (isClosed) throw new Error('comparisons are closed')
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), timeoutMs)
      try {
        return (await threads().run(task, { signal: late.signal })) as Comparison
      } catch (error) {
        if (isClosed) throw error
        onError(error)
        return null
      } finally {
        clearTimeout(timer)
      }
    },
    async close() {
      isClosed = true
      await pool?.destroy()
    },
  }
}

// A thread cannot load TypeScript on every Node.js, so a server that runs from source uses the built worker.
const workerFile = (): string =>
  new URL(
    import.meta.url.endsWith('.ts') ? '../../dist/watches/compare-worker.js' : './compare-worker.js',
    import.meta.url,
  ).href
