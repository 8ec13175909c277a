// While several clients are active, starts their requests round-robin, a few per turn of the event loop. Without it
// Node.js runs the handlers of all requests that arrived together before it does anything else, so a client that sends
// hundreds of them delays the others. If only one client is active, its requests start at once.

/** After a longer turn, the next turn starts fewer requests. */
const maxTurnMs = 4
const maxStartsPerTurn = 64
/** A client counts as active for this long after a request. */
const activeMs = 1000

export type FairStart = (client: string, start: () => void) => void

export function createFairStart(now: () => number = () => performance.now()): FairStart {
  /** Waiting requests by client; the first client is next. */
  const waiting = new Map<string, (() => void)[]>()
  let isScheduled = false
  let startsPerTurn = 1
  /** When the last turn began, if requests have been waiting since then. */
  let lastTurnAtMs: number | null = null
  let lastClient: string | null = null
  /** When a request last came from another client than the one before it. */
  let lastChangeAtMs = Number.NEGATIVE_INFINITY

  function runTurn(): void {
    const nowMs = now()
    if (lastTurnAtMs !== null) {
      // Includes the promise continuations and callbacks of the requests that were started.
      const isLong = nowMs - lastTurnAtMs > maxTurnMs
      startsPerTurn = isLong ? Math.max(1, startsPerTurn >> 1) : Math.min(maxStartsPerTurn, startsPerTurn * 2)
    }
    let left = startsPerTurn
    // A client with more requests goes to the end of the map, where this loop reaches it again.
    for (const [client, starts] of waiting) {
      if (left === 0) break
      left -= 1
      waiting.delete(client)
      const start = starts.shift()
      if (starts.length > 0) waiting.set(client, starts)
      start?.()
    }
    isScheduled = waiting.size > 0
    lastTurnAtMs = isScheduled ? nowMs : null
    if (isScheduled) setImmediate(runTurn)
    else startsPerTurn = 1
  }

  function hasOtherClients(client: string): boolean {
    const nowMs = now()
    if (lastClient !== null && client !== lastClient) lastChangeAtMs = nowMs
    lastClient = client
    return nowMs - lastChangeAtMs < activeMs
  }

  return (client, start) => {
    if (!hasOtherClients(client) && !isScheduled) return start()
    const starts = waiting.get(client)
    if (starts) starts.push(start)
    else waiting.set(client, [start])
    if (isScheduled) return
    isScheduled = true
    setImmediate(runTurn)
  }
}
