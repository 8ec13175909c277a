// Collects items that arrive while a batch is running and runs them as the next one: many callers, one round
// trip, one commit. Bounded: past the bound an item is refused at once instead of waiting without end.

export class BatcherFull extends Error {
  constructor(maxQueued: number) {
    super(`more than ${maxQueued} items are waiting`)
    this.name = 'BatcherFull'
  }
}

export type BatcherOptions<T, R> = {
  /** Must answer with one result per item, in order. */
  run: (items: T[]) => Promise<R[]>
  maxBatch: number
  maxQueued: number
  /** Whether a failed batch surely had no effect, so that its halves may be run again. */
  mayRetry?: (error: unknown) => boolean
  /** How many items a batch waits for, read before each batch; by default 1. */
  enough?: () => number
}

export type Batcher<T, R> = {
  add: (item: T) => Promise<R>
  /** Takes no more items and waits for those that are waiting or running. */
  close: () => Promise<void>
}

/** So long after the one before at most does a batch wait for enough items. */
const mostGatheringMs = 30

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }

export function createBatcher<T, R>(options: BatcherOptions<T, R>): Batcher<T, R> {
  const { run, maxBatch, maxQueued, mayRetry = () => true, enough = () => 1 } = options
  let queue: Waiting<T, R>[] = []
  let working: Promise<void> | null = null
  let closed = false
  let begunAt = Number.NEGATIVE_INFINITY
  let gathering: { wanted: number; done: () => void } | null = null

  /** Runs a batch and tells how to deliver its results. */
  async function runBatch(batch: Waiting<T, R>[]): Promise<() => void> {
    try {
      const results = await run(batch.map((waiting) => waiting.item))
      if (results.length !== batch.length) throw new Error('a batch must answer every item')
      return () => {
        for (let index = 0; index < batch.length; index += 1) batch[index]?.resolve(results[index] as R)
      }
    } catch (error) {
      if (batch.length === 1 || !mayRetry(error))
        return () => {
          for (const waiting of batch) waiting.reject(error)
        }
      // One bad item must not fail its neighbours: halving finds it in a few more runs.
      const middle = batch.length >> 1
      const deliverFirst = await runBatch(batch.slice(0, middle))
      const deliverSecond = await runBatch(batch.slice(middle))
      return () => {
        deliverFirst()
        deliverSecond()
      }
    }
  }

  function takeBatch(): Waiting<T, R>[] {
    begunAt = performance.now()
    const batch = queue.slice(0, maxBatch)
    queue = queue.slice(maxBatch)
    return batch
  }

  const isEnough = (): boolean => closed || queue.length >= Math.min(enough(), maxBatch)

  /** Until there are enough items, or the time for it is over. */
  async function gather(): Promise<void> {
    const waitMs = begunAt + mostGatheringMs - performance.now()
    if (isEnough() || waitMs <= 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      gathering = { wanted: Math.min(enough(), maxBatch), done }
    })
    gathering = null
  }

  async function drain(): Promise<void> {
    // One turn of the event loop lets everything that has already arrived join the first batch.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      await gather()
      let running: Promise<() => void> | null = runBatch(takeBatch())
      while (running) {
        const deliver: () => void = await running
        // The next batch is sent before the results of this one are used: the database works while we do.
        running = queue.length > 0 && isEnough() ? runBatch(takeBatch()) : null
        deliver()
      }
    }
    working = null
  }

  return {
    add(item) {
      if (closed) return Promise.reject(new Error('the batcher is closed'))
      if (queue.length >= maxQueued) return Promise.reject(new BatcherFull(maxQueued))
      return new Promise<R>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (gathering && queue.length >= gathering.wanted) gathering.done()
        working ??= drain()
      })
    },
    async close() {
      closed = true
      gathering?.done()
      await working
    },
  }
}
