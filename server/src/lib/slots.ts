// A fixed number of places and a bounded line before them.

export type Slots = {
  /** Waits for a place and returns the function that gives it back; undefined where the line is full. */
  take: () => Promise<(() => void) | undefined>
}

export function createSlots(places: number, maxWaiting: number): Slots {
  let free = places
  const waiting: ((release: () => void) => void)[] = []

  const release = () => {
    const next = waiting.shift()
    if (next) next(releaseOnce())
    else free += 1
  }
  const releaseOnce = () => {
    let released = false
    return () => {
      if (!released) release()
      released = true
    }
  }

  return {
    take() {
      if (free > 0) {
        free -= 1
        return Promise.resolve(releaseOnce())
      }
      if (waiting.length >= maxWaiting) return Promise.resolve(undefined)
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
