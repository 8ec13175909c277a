// While several clients are active, starts their requests round-robin, a few per turn of the event loop. Without it
// Node.js runs the handlers of all requests that arrived together before it does anything else, so a client that sends
// hundreds of them delays the others. While the event loop is saturated, a client also has only a few requests running,
// because each of them delays every step of the others. If only one client is active, its requests start at once.
import { performance } from 'node:perf_hooks'

/** After a longer turn, the next turn starts fewer requests. */
const maxTurnMs = 4
const maxStartsPerTurn = 64
/** A client counts as active for this long after a request. */
const activeMs = 1000
/** The event loop is saturated if it was busy for at least this share of the last sample. */
const saturatedShare = 0.9
const sampleMs = 10
/** Requests of one client that may run at the same time while the event loop is saturated. */
const maxRunningWhenSaturated = 4
/** A request counts as running for at most this long, because open streams and long polls cost nothing. */
const maxRunningMs = 1000
/** How long a turn waits if the one before it could start nothing. */
const retryMs = 2

/** Calls `start` now or later, or never if the connection closes before. The request runs until `close`. */
export type FairStart = (client: string, response: QueuedResponse, start: () => void) => void

/** The part of a `ServerResponse` that tells whether its request still runs. */
export type QueuedResponse = {
  once: (event: 'close', listener: () => void) => unknown
  req: { socket: { destroyed: boolean } }
}
type Waiting = { response: QueuedResponse; start: () => void }
type Running = { client: string; startedAtMs: number }

export type LoopClock = {
  nowMs: () => number
  /** The share of the time since the last reading in which the event loop was busy. */
  readBusyShare: () => number
}

type State = {
  clock: LoopClock
  /** Waiting requests by client; the first client is next. */
  waiting: Map<string, Waiting[]>
  /** Requests that were queued and have not ended, oldest first. */
  running: Set<Running>
  runningByClient: Map<string, number>
  isScheduled: boolean
  isSaturated: boolean
  sampledAtMs: number
  startsPerTurn: number
  /** When the last turn began, if requests have been waiting since then. */
  lastTurnAtMs: number | null
  lastClient: string | null
  /** When a request last came from another client than the one before it. */
  lastChangeAtMs: number
}

export function createFairStart(clock: LoopClock = createLoopClock()): FairStart {
  const state: State = {
    clock,
    waiting: new Map(),
    running: new Set(),
    runningByClient: new Map(),
    isScheduled: false,
    isSaturated: false,
    sampledAtMs: Number.NEGATIVE_INFINITY,
    startsPerTurn: 1,
    lastTurnAtMs: null,
    lastClient: null,
    lastChangeAtMs: Number.NEGATIVE_INFINITY,
  }
  return (client, response, start) => {
    if (!hasOtherClients(state, client) && !state.isScheduled) return start()
    const requests = state.waiting.get(client)
    if (requests) requests.push({ response, start })
    else state.waiting.set(client, [{ response, start }])
    if (state.isScheduled) return
    state.isScheduled = true
    setImmediate(runTurn, state)
  }
}

function createLoopClock(): LoopClock {
  let last = performance.eventLoopUtilization()
  return {
    nowMs: () => performance.now(),
    readBusyShare() {
      const current = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(current, last)
      last = current
      return utilization
    },
  }
}

function hasOtherClients(state: State, client: string): boolean {
  const nowMs = state.clock.nowMs()
  if (state.lastClient !== null && client !== state.lastClient) state.lastChangeAtMs = nowMs
  state.lastClient = client
  return nowMs - state.lastChangeAtMs < activeMs
}

function runTurn(state: State): void {
  const nowMs = state.clock.nowMs()
  updateLoad(state, nowMs)
  const started = startRequests(state, nowMs)
  state.isScheduled = state.waiting.size > 0
  state.lastTurnAtMs = null
  if (!state.isScheduled) {
    state.startsPerTurn = 1
  } else if (started > 0) {
    state.lastTurnAtMs = nowMs
    setImmediate(runTurn, state)
  } else {
    setTimeout(runTurn, retryMs, state)
  }
}

function updateLoad(state: State, nowMs: number): void {
  for (const request of state.running) {
    if (nowMs - request.startedAtMs < maxRunningMs) break
    endRequest(state, request)
  }
  if (nowMs - state.sampledAtMs >= sampleMs) {
    state.sampledAtMs = nowMs
    state.isSaturated = state.clock.readBusyShare() >= saturatedShare
  }
  if (state.lastTurnAtMs === null) return
  // Includes the promise continuations and callbacks of the requests that were started.
  const isLong = nowMs - state.lastTurnAtMs > maxTurnMs
  const { startsPerTurn } = state
  state.startsPerTurn = isLong
    ? Math.max(1, startsPerTurn >> 1)
    : Math.min(maxStartsPerTurn, startsPerTurn * 2)
}

/** Starts the next requests; returns how many. */
function startRequests(state: State, nowMs: number): number {
  let started = 0
  // A client with more requests goes to the end of the map, where this loop reaches it again.
  for (const [client, requests] of state.waiting) {
    if (started === state.startsPerTurn) break
    if (!mayStart(state, client)) continue
    state.waiting.delete(client)
    const next = requests.shift()
    if (requests.length > 0) state.waiting.set(client, requests)
    if (!next || next.response.req.socket.destroyed) continue
    started += 1
    startRequest(state, client, next, nowMs)
  }
  return started
}

const mayStart = ({ isSaturated, runningByClient }: State, client: string): boolean =>
  !isSaturated || (runningByClient.get(client) ?? 0) < maxRunningWhenSaturated

function startRequest(state: State, client: string, { response, start }: Waiting, startedAtMs: number): void {
  const request = { client, startedAtMs }
  state.running.add(request)
  state.runningByClient.set(client, (state.runningByClient.get(client) ?? 0) + 1)
  response.once('close', () => endRequest(state, request))
  start()
}

function endRequest({ running, runningByClient }: State, request: Running): void {
  if (!running.delete(request)) return
  const left = (runningByClient.get(request.client) ?? 0) - 1
  if (left > 0) runningByClient.set(request.client, left)
  else runningByClient.delete(request.client)
}
