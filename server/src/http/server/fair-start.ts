// While several clients are active, starts their requests round-robin, a few per iteration of the event loop. Without it
// Node.js runs the handlers of all requests that arrived together before it does anything else, so a client that sends
// hundreds of them delays the others.
//
// The number of running requests per client is limited too, because each of them delays every step of the others. The
// limit falls while the event loop is saturated and its iterations are long, and rises otherwise. If only one client is
// active, its requests start at once.
import { performance } from 'node:perf_hooks'

/** After a longer iteration, the next one starts fewer requests. */
const maxIterationMs = 4
const maxStartsPerIteration = 64
/** A client counts as active for this long after a request. */
const activeMs = 1000
/** The event loop is saturated if it was busy for at least this share of the last sample. */
const saturatedShare = 0.9
const sampleMs = 10
/** Bounds of the limit of running requests per client. It is halved, or rises by one, after each sample. */
const minRunningLimit = 8
const maxRunningLimit = 1024
/** A request counts as running for at most this long, because open streams and long polls cost nothing. */
const maxRunningMs = 1000
/** When to try again if no request could start and none ends or arrives. */
const retryMs = 2

/** Calls `start` now or later, or never if the connection closes before. The request runs until `close`. */
export type FairStart = (client: string, response: QueuedResponse, start: () => void) => void

/** The part of a `ServerResponse` that shows whether its request is still running. */
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

type State = ReturnType<typeof createState>

const createState = (clock: LoopClock) => ({
  clock,
  /** Waiting requests by client; the first client is next. */
  waiting: new Map<string, Waiting[]>(),
  /** Requests that were queued and have not ended, oldest first. */
  running: new Set<Running>(),
  runningByClient: new Map<string, number>(),
  /** The scheduled call of `startNext`. */
  next: null as { immediate: NodeJS.Immediate } | { timer: NodeJS.Timeout } | null,
  sampledAtMs: clock.nowMs(),
  /** Whether an iteration since the last sample was long. */
  hasLongIteration: false,
  /** Requests of one client that may run at the same time. */
  runningLimit: minRunningLimit,
  startsPerIteration: 1,
  /** When the next iteration was to begin; null if no request was waiting. */
  dueAtMs: null as number | null,
  lastClient: null as string | null,
  /** When a request last came from another client than the one before it. */
  lastChangeAtMs: Number.NEGATIVE_INFINITY,
})

export function createFairStart(clock: LoopClock = createLoopClock()): FairStart {
  const state = createState(clock)
  return (client, response, start) => {
    if (!hasOtherClients(state, client) && !state.next) return start()
    const requests = state.waiting.get(client)
    if (requests) requests.push({ response, start })
    else state.waiting.set(client, [{ response, start }])
    scheduleStart(state)
  }
}

function scheduleStart(state: State): void {
  if (state.next && 'immediate' in state.next) return
  if (state.next) clearTimeout(state.next.timer)
  state.next = { immediate: setImmediate(startNext, state) }
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

function startNext(state: State): void {
  const nowMs = state.clock.nowMs()
  state.next = null
  updateLimits(state, nowMs)
  const started = startRequests(state, nowMs)
  state.dueAtMs = null
  if (state.waiting.size === 0) {
    state.startsPerIteration = 1
  } else if (started > 0) {
    state.dueAtMs = nowMs
    scheduleStart(state)
  } else {
    state.dueAtMs = nowMs + retryMs
    state.next ??= { timer: setTimeout(startNext, retryMs, state) }
  }
}

function updateLimits(state: State, nowMs: number): void {
  for (const request of state.running) {
    if (nowMs - request.startedAtMs < maxRunningMs) break
    endRequest(state, request)
  }
  if (state.dueAtMs !== null) {
    // Includes the promise continuations and callbacks of the requests that were started.
    const isLong = nowMs - state.dueAtMs > maxIterationMs
    const { startsPerIteration } = state
    state.startsPerIteration = isLong
      ? Math.max(1, startsPerIteration >> 1)
      : Math.min(maxStartsPerIteration, startsPerIteration * 2)
    state.hasLongIteration ||= isLong
  }
  if (nowMs - state.sampledAtMs < sampleMs) return
  const isSaturated = state.clock.readBusyShare() >= saturatedShare
  state.runningLimit =
    isSaturated && state.hasLongIteration
      ? Math.max(minRunningLimit, state.runningLimit >> 1)
      : Math.min(maxRunningLimit, state.runningLimit + 1)
  state.sampledAtMs = nowMs
  state.hasLongIteration = false
}

/** Starts the next requests; returns how many. */
function startRequests(state: State, nowMs: number): number {
  let started = 0
  // A client with more requests goes to the end of the map, where this loop reaches it again.
  for (const [client, requests] of state.waiting) {
    if (started === state.startsPerIteration) break
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

const mayStart = ({ runningLimit, runningByClient }: State, client: string): boolean =>
  (runningByClient.get(client) ?? 0) < runningLimit

function startRequest(state: State, client: string, { response, start }: Waiting, startedAtMs: number): void {
  const request = { client, startedAtMs }
  state.running.add(request)
  state.runningByClient.set(client, (state.runningByClient.get(client) ?? 0) + 1)
  response.once('close', () => endRequest(state, request))
  start()
}

function endRequest(state: State, request: Running): void {
  const { running, runningByClient, waiting } = state
  const { client } = request
  if (!running.delete(request)) return
  const left = (runningByClient.get(client) ?? 0) - 1
  if (left > 0) runningByClient.set(client, left)
  else runningByClient.delete(client)
  if (waiting.has(client)) scheduleStart(state)
}
