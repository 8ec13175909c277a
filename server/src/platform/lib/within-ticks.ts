// Waits for work with a timeout that is counted in ticks of a timer, so that a blocked event loop is not mistaken for
// slow work.

const ticks = 9

/** Returns `fallback` if the work takes longer. */
export function withinTicks<T>(work: Promise<T>, withinMs: number, fallback: T): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = ticks
    const timer = setInterval(() => {
      left -= 1
      if (left > 0) return
      clearInterval(timer)
      resolve(fallback)
    }, withinMs / ticks)
    work.then(resolve, reject).finally(() => clearInterval(timer))
  })
}
