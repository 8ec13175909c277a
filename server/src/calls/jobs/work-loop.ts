// Repeats a piece of background work until it finds nothing to do: when it is woken, and at regular intervals.

export type WorkLoopOptions = {
  /** Returns whether there may be more to do. */
  work: () => Promise<boolean>
  pollMs: number
  onError: (error: unknown) => void
}

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
  /** While the work runs, it is repeated: what is new may have come after its last query. */
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
