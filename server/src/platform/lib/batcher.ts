// Runs items in batches: items that arrive while batches are running form the next one, so that many callers share one
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
  /** How many batches may run at the same time. Default: 1. */
  maxRunning?: number
}

/** A batch waits for enough items until this long after the previous batch started. */
const maxGatherMs = 30

type Queued<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }

type BatcherState<T, R> = ReturnType<typeof createState<T, R>>
const createState = <T, R>(options: BatcherOptions<T, R>) => ({
  mayRetry: (_error: unknown) => true,
  minItems: () => 1,
  maxRunning: 1,
  ...options,
  queue: [] as Queued<T, R>[],
  running: 0,
  working: new Set<Promise<void>>(),
  isClosed: false,
  startedAtMs: Number.NEGATIVE_INFINITY,
  gathering: null as { target: number; done: () => void } | null,
})

export function createBatcher<T, R>(options: BatcherOptions<T, R>) {
  const state = createState(options)
  return {
    add(item: T): Promise<R> {
      const { queue, maxQueued, gathering } = state
      if (state.isClosed) return Promise.reject(new Error('The batcher is closed.'))
      if (queue.length >= maxQueued) return Promise.reject(new BatcherFull(maxQueued))
      return new Promise<R>((resolve, reject) => {
        queue.push({ item, resolve, reject })
        if (gathering && queue.length >= gathering.target) gathering.done()
        if (state.running < state.maxRunning) startDrain(state)
      })
    },
    /** Rejects new items and waits for the queued and running ones. */
    async close() {
      state.isClosed = true
      state.gathering?.done()
      await Promise.all(state.working)
    },
  }
}

function startDrain<T, R>(state: BatcherState<T, R>): void {
  state.running += 1
  const work = drain(state).finally(() => state.working.delete(work))
  state.working.add(work)
}

async function drain<T, R>(state: BatcherState<T, R>): Promise<void> {
  // One event-loop tick lets everything that has already arrived join the first batch.
  await new Promise(setImmediate)
  while (state.queue.length > 0) {
    await gather(state)
    // Another drain may have taken the items meanwhile.
    if (state.queue.length === 0) break
    let running: Promise<() => void> | null = runBatch(state, takeBatch(state))
    while (running) {
      const deliver: () => void = await running
      // Sends the next batch before delivering these results, so that the database is not idle meanwhile.
      running = state.queue.length > 0 && hasEnough(state) ? runBatch(state, takeBatch(state)) : null
      deliver()
    }
  }
  state.running -= 1
}

const hasEnough = <T, R>({ isClosed, queue, minItems, maxBatch }: BatcherState<T, R>): boolean =>
  isClosed || queue.length >= Math.min(minItems(), maxBatch)

/** Waits until there are enough items, at most `maxGatherMs` after the previous batch started. */
async function gather<T, R>(state: BatcherState<T, R>): Promise<void> {
  const waitMs = state.startedAtMs + maxGatherMs - performance.now()
  if (hasEnough(state) || waitMs <= 0) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, waitMs)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    state.gathering = { target: Math.min(state.minItems(), state.maxBatch), done }
  })
  state.gathering = null
}

function takeBatch<T, R>(state: BatcherState<T, R>): Queued<T, R>[] {
  state.startedAtMs = performance.now()
  const batch = state.queue.slice(0, state.maxBatch)
  state.queue = state.queue.slice(state.maxBatch)
  return batch
}

/** Runs a batch and returns a function that delivers its results. */
async function runBatch<T, R>(state: BatcherState<T, R>, batch: Queued<T, R>[]): Promise<() => void> {
  try {
    const results = await state.run(batch.map((queued) => queued.item))
    if (results.length !== batch.length) throw new Error('A batch must return one result per item.')
    return () => {
      for (let index = 0; index < batch.length; index += 1) batch[index]?.resolve(results[index] as R)
    }
  } catch (error) {
    if (batch.length === 1 || !state.mayRetry(error))
      return () => {
        for (const queued of batch) queued.reject(error)
      }
    // One bad item must not fail the others: bisecting the batch isolates it in a few more runs.
    const middle = batch.length >> 1
    const deliverFirst = await runBatch(state, batch.slice(0, middle))
    const deliverSecond = await runBatch(state, batch.slice(middle))
    return () => {
      deliverFirst()
      deliverSecond()
    }
  }
}
