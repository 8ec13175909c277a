// Memory against processor time. While the event loop has time to spare, garbage is collected before the heap has grown
// by a quarter, and a server that does little stays small; a busy one goes by V8's own measure, which lets the heap
// grow several times before it looks.
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

export type HeapThriftOptions = {
  /** The share of its time that the loop was at work since it was asked last, 0 to 1. */
  busyShare?: () => number
  /** A percentage the heap may grow by, or 0 for V8's own measure. */
  setGrowth?: (percent: number) => void
  lookEveryMs?: number
}

const calmShare = 0.5
const calmPercent = 25
/** A loop is never seen as busier than this many times what its process computed. */
const mostOfComputed = 1.25

/** Returns what stops it. */
export function startHeapThrift(options: HeapThriftOptions = {}): () => void {
  const { busyShare = createBusyShare(), setGrowth = setHeapGrowth, lookEveryMs = 500 } = options
  let percent = calmPercent
  setGrowth(percent)
  const look = () => {
    const wanted = busyShare() < calmShare ? calmPercent : 0
    if (wanted !== percent) setGrowth(wanted)
    percent = wanted
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * A loop whose host takes its processor away looks busy, too, while little is being done: a process that computes for
 * less than two fifths of the time can afford to collect its garbage.
 */
function createBusyShare(): () => number {
  const look = () => ({
    loop: performance.eventLoopUtilization(),
    computed: process.cpuUsage(),
    ms: performance.now(),
  })
  let last = look()
  return () => {
    const now = look()
    const { utilization } = performance.eventLoopUtilization(now.loop, last.loop)
    const { user, system } = process.cpuUsage(last.computed)
    const computedShare = (user + system) / 1000 / (now.ms - last.ms)
    last = now
    return Math.min(utilization, mostOfComputed * computedShare)
  }
}

const setHeapGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)
