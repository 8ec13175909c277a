// What the background work of jobs, batches, watches and webhooks shares: a loop that works while there is work, and
// deletion of many rows in small statements.

import type { Pool } from 'pg'
import { changeRows, type Statement } from '../platform/db/statement.ts'

export type WorkLoopOptions = {
  /** Returns whether there may be more to do. */
  work: () => Promise<boolean>
  pollMs: number
  onError: (error: unknown) => void
}

/** Repeats `work` until it finds nothing to do, whenever it is woken and at regular intervals. */
export function createWorkLoop({ work, pollMs, onError }: WorkLoopOptions) {
  let running: Promise<void> | null = null
  let isWoken = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    while (isWoken && !isClosed) {
      isWoken = false
      if (await work()) isWoken = true
    }
  }
  /** Work that is running is repeated, because new work may have come after its last query. */
  function wake(): void {
    if (isClosed) return
    isWoken = true
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = null
        if (isWoken) wake()
      })
  }

  return {
    wake,
    /** Wakes the loop every `pollMs`, or calls `onPoll`, which may wake it. */
    start(onPoll: () => void = wake): void {
      timer = setInterval(onPoll, pollMs).unref()
    },
    /** Waits for the work that runs, and starts no other. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}

/** Repeats a statement until it finds fewer rows than it takes at once; returns how many it found. */
export async function sweepAll(pool: Pool, query: Statement, batch: number, values: unknown[] = []) {
  for (let swept = 0; ; ) {
    const count = await changeRows(pool, query, values)
    swept += count
    if (count < batch) return swept
  }
}
