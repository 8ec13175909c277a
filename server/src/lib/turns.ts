// Long work on the event loop in short turns. Each round of the loop has one turn, whoever asks for how much, and
// owners follow each other: what many bodies cost is spread, and a stranger's request waits for one turn at most.

export type Turns = {
  /** Resolves when it is this owner's turn. What is then done without waiting should take a few milliseconds. */
  next: (owner: number) => Promise<void>
  /** To be awaited between pieces of long work: another turn where this one is over, nothing while it lasts. */
  pacer: (owner: number) => Pause
}

export type Pause = () => Promise<void> | undefined

const turnMs = 5

export type TurnsOptions = { now?: () => number; later?: (run: () => void) => void }

export function createTurns({
  now = () => performance.now(),
  later = (run) => void setImmediate(run),
}: TurnsOptions = {}): Turns {
  const waiting = new Map<number, (() => void)[]>()

  function giveTurn(): void {
    const [first] = waiting
    if (!first) return
    const [owner, line] = first
    const wake = line.shift()
    // To the end of the round; an owner without waiting work is forgotten.
    waiting.delete(owner)
    if (line.length > 0) waiting.set(owner, line)
    if (waiting.size > 0) later(giveTurn)
    wake?.()
  }

  const next = (owner: number) =>
    new Promise<void>((resolve) => {
      if (waiting.size === 0) later(giveTurn)
      const line = waiting.get(owner)
      if (line) line.push(resolve)
      else waiting.set(owner, [resolve])
    })

  return {
    next,
    pacer(owner) {
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

/** A process has one event loop, and so one order of turns. */
export const loopTurns = createTurns()
