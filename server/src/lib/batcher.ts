// Runs items in batches: items that arrive while a batch is running form the next one, so that many callers share one
// round trip and one commit. The queue is bounded; a full queue rejects new items at once.

export class BatcherFull extends Error {
  constructor(maxQueued: number) {
    super(`The queue is full: ${maxQueued} items are queued.`)
    this.name = 'BatcherFull'
  }
}

export type BatcherOptions<T, R> = {
  /** Must return one result per item, in order. */
  run: (items: T[]) => Promise<R[]>
  maxBatch: number
  maxQueued: number
  /** Whether a failed batch certainly had no effect, so that its halves may be retried. Default: always. */
  mayRetry?: (error: unknown) => boolean
  /** How many items a batch waits for; read before each batch. Default: 1. */
  minItems?: () => number
}

export type Batcher<T, R> = {
  add: (item: T) => Promise<R>
  /** Rejects new items and waits for the queued and running ones. */
  close: () => Promise<void>
}

/** A batch waits for enough items until this long after the previous batch started. */
const maxGatherMs = 30

type Queued<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }

export function createBatcher<T, R>(options: BatcherOptions<T, R>): Batcher<T, R> {
  const { run, maxBatch, maxQueued, mayRetry = () => true, minItems = () => 1 } = options
  let queue: Queued<T, R>[] = []
  let working: Promise<void> | null = null
  let closed = false
  let startedAtMs = Number.NEGATIVE_INFINITY
  let gathering: { target: number; done: () => void } | null = null

  /** Runs a batch and returns a function that delivers its results. */
  async function runBatch(batch: Queued<T, R>[]): Promise<() => void> {
    try {
      const results = await run(batch.map((queued) => queued.item))
      if (results.length !== batch.length) throw new Error('A batch must return one result per item.')
      return () => {
        for (let index = 0; index < batch.length; index += 1) batch[index]?.resolve(results[index] as R)
      }
    } catch (error) {
      if (batch.length === 1 || !mayRetry(error))
        return () => {
          for (const queued of batch) queued.reject(error)
        }
      // One bad item must not fail the others: bisecting the batch isolates it in a few more runs.
      const middle = batch.length >> 1
      const deliverFirst = await runBatch(batch.slice(0, middle))
      const deliverSecond = await runBatch(batch.slice(middle))
      return () => {
        deliverFirst()
        deliverSecond()
      }
    }
  }

  function takeBatch(): Queued<T, R>[] {
    startedAtMs = performance.now()
    const batch = queue.slice(0, maxBatch)
    queue = queue.slice(maxBatch)
    return batch
  }

  const hasEnough = (): boolean => closed || queue.length >= Math.min(minItems(), maxBatch)

  /** Waits until there are enough items, at most `maxGatherMs` after the previous batch started. */
  async function gather(): Promise<void> {
    const waitMs = startedAtMs + maxGatherMs - performance.now()
    if (hasEnough() || waitMs <= 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      gathering = { target: Math.min(minItems(), maxBatch), done }
    })
    gathering = null
  }

  async function drain(): Promise<void> {
    // One event-loop tick lets everything that has already arrived join the first batch.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      await gather()
      let running: Promise<() => void> | null = runBatch(takeBatch())
      while (running) {
        const deliver: () => void = await running
        // Sends the next batch before delivering these results, so that the database is not idle meanwhile.
        running = queue.length > 0 && hasEnough() ? runBatch(takeBatch()) : null
        deliver()
      }
    }
    working = null
  }

  return {
    add(item) {
      if (closed) return Promise.reject(new Error('The batcher is closed.'))
      if (queue.length >= maxQueued) return Promise.reject(new BatcherFull(maxQueued))
      return new Promise<R>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (gathering && queue.length >= gathering.target) gathering.done()
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
