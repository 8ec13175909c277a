// Compares runs in a worker thread: a large record would block the event loop.
import { createIdleThreads } from '../../platform/lib/idle-threads.ts'

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
  const thread = createIdleThreads(import.meta.url, 'compare-worker')
  let isClosed = false
  return {
    /** Null where the comparison failed or took too long. Throws once closed: another server can still do it. */
    async compare(task: ComparisonTask): Promise<Comparison | null> {
      if (isClosed) throw new Error('comparisons are closed')
      try {
        return (await thread.run(task, { signal: AbortSignal.timeout(timeoutMs) })) as Comparison
      } catch (error) {
        if (isClosed) throw error
        onError(error)
        return null
      }
    },
    async close(): Promise<void> {
      isClosed = true
      await thread.close()
    },
  }
}
