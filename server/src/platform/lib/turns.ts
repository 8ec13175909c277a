// Splits long work on the event loop into short turns. Each iteration of the loop runs one turn, round-robin over the
// owners, so that other requests wait for one turn at most, however much work is queued.

export type Pause = () => Promise<void> | undefined

const turnMs = 2

export type TurnsOptions = { now?: () => number; later?: (run: () => void) => void }

export function createTurns({
  now = () => performance.now(),
  later = (run) => void setImmediate(run),
}: TurnsOptions = {}) {
  const waiting = new Map<number, (() => void)[]>()

  function runTurn(): void {
    const [first] = waiting
    if (!first) return
    const [owner, queue] = first
    const wake = queue.shift()
    // Moves the owner to the end, or removes it if its queue is empty.
    waiting.delete(owner)
    if (queue.length > 0) waiting.set(owner, queue)
    if (waiting.size > 0) later(runTurn)
    wake?.()
  }

  /**
   * Resolves when it is this owner's turn. The synchronous work that follows should take a few milliseconds at most.
   */
  const next = (owner: number) =>
    new Promise<void>((resolve) => {
      if (waiting.size === 0) later(runTurn)
      const queue = waiting.get(owner)
      if (queue) queue.push(resolve)
      else waiting.set(owner, [resolve])
    })

  return {
    next,
    /** Call and await between pieces of long work: waits for the next turn once the current one is used up. */
    pacer(owner: number): Pause {
      let since = now()
      return () => {
        if (now() - since < turnMs) return undefined
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
export const loopTurns = createTurns()
