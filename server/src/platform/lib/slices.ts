// Splits long work on the event loop into short slices. Each iteration of the loop runs one slice, round-robin over the
// owners, so that other requests wait for one slice at most, however much work is queued.

/** Awaited between pieces of long work; undefined while the slice is not used up. */
export type Pause = () => Promise<void> | undefined

const sliceMs = 2

export type SlicesOptions = { now?: () => number; later?: (run: () => void) => void }

export function createSlices({
  now = () => performance.now(),
  later = (run) => void setImmediate(run),
}: SlicesOptions = {}) {
  const waiting = new Map<number, (() => void)[]>()

  function runSlice(): void {
    const [first] = waiting
    if (!first) return
    const [owner, queue] = first
    const wake = queue.shift()
    // Moves the owner to the end, or removes it if its queue is empty.
    waiting.delete(owner)
    if (queue.length > 0) waiting.set(owner, queue)
    if (waiting.size > 0) later(runSlice)
    wake?.()
  }

  /**
   * Resolves when a slice of this owner begins. The synchronous work that follows should take a few milliseconds at most.
   */
  const next = (owner: number) =>
    new Promise<void>((resolve) => {
      if (waiting.size === 0) later(runSlice)
      const queue = waiting.get(owner)
      if (queue) queue.push(resolve)
      else waiting.set(owner, [resolve])
    })

  return {
    next,
    /** Call and await between pieces of long work: waits for the next slice once the current one is used up. */
    pacer(owner: number): Pause {
      let since = now()
      return () => {
        if (now() - since < sliceMs) return undefined
        return next(owner).then(() => {
          since = now()
        })
      }
    },
  }
}

/** The owner of work that belongs to no account. */
export const noAccount = 0

/** Shared by the whole process, because it has one event loop. */
export const loopSlices = createSlices()

/** The most text that is joined and encoded without yielding. */
const maxChunkChars = 64 * 1024

/**
 * Encodes a long text. Pulls one piece at a time and pauses after each: joining and encoding one large string would block
 * all other calls.
 */
export async function encodePaced(pieces: Iterable<string>, pause: Pause): Promise<Buffer> {
  const chunks: Buffer[] = []
  let text = ''
  for (const piece of pieces) {
    text += piece
    const nextSlice = pause()
    if (nextSlice === undefined && text.length < maxChunkChars) continue
    chunks.push(Buffer.from(text))
    text = ''
    await nextSlice
  }
  chunks.push(Buffer.from(text))
  return Buffer.concat(chunks)
}

/** A JSON object whose last member is a list; `items` are already JSON. */
export function* jsonWithList(head: object, name: string, items: Iterable<string>): Iterable<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`
  let separator = ''
  for (const item of items) {
    yield separator + item
    separator = ','
  }
  yield ']}'
}

export function* mapLazily<T>(items: Iterable<T>, toText: (item: T) => string): Iterable<string> {
  for (const item of items) yield toText(item)
}
