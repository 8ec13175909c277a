// Reports each callback of the event loop that used too much CPU time, with the request that started it. Preloaded into
// server processes of tests (`--import`), it writes a line of JSON on file descriptor 3; `judge-loop.ts` uses it for
// servers inside the test process.
//
// It reads the CPU time of the main thread, so that a busy machine cannot cause a report, and compares the readings at
// points where the loop has just taken up something new: a request on another connection, data of a client socket such
// as PostgreSQL's, or a timer of its own. Between two of them lies one callback with its promise continuations, or a
// few callbacks of other kinds (files, worker messages) in one iteration of the loop.
//
// Not judged: start-up, which ends with the first request; the first request to a path, which compiles code; and pages
// of the sandbox's sites, which are requested over a Unix socket, represent other machines and build their data on the
// first page.
import { subscribe } from 'node:diagnostics_channel'
import { openSync, readSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

/** Set for server processes, which report on the file descriptor. */
const maxBlockMsOfProcess = process.env.QUARRY_TEST_MAX_BLOCK_MS
const reportFd = 3
const heartbeatMs = 5
const maxCalled = 10_000
const otherWork = 'timers, responses of PostgreSQL or pages'

/** Returns a function for the CPU milliseconds of this thread; null if neither Node.js nor the kernel provides them. */
function createCpuClock() {
  if (process.threadCpuUsage)
    return () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1000
    }
  try {
    // Nanoseconds on the CPU, nanoseconds of waiting for one, time slices.
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
    const buffer = Buffer.alloc(64)
    return () => Number.parseInt(buffer.latin1Slice(0, readSync(file, buffer, 0, 64, 0)), 10) / 1e6
  } catch {
    return null
  }
}

/** `onBlock` is called with the CPU time and the clock times, what started the callback, and the requests in progress. */
export function startMonitor(maxBlockMs, onBlock) {
  const readCpuMs = createCpuClock()
  if (!readCpuMs) return
  /** Requests in progress during the current callback, by their response. */
  const inProgress = new Map()
  let closed = []
  const endsBySocket = new WeakMap()
  /** Sandbox pages that were being built during the current callback. */
  const sandboxPages = new Set()
  /** Paths that were called before. */
  const called = new Set()
  let hasRequest = false
  /** Requests in progress that are the first to their path. */
  let firstCalls = 0
  /** Whether the current callback is judged. */
  let isJudging = false
  let startedBy = 'start'
  let lastSocket = null
  let lastCpuMs = readCpuMs()
  let startedAtMs = performance.now()

  /** What ends the requests in progress of a connection: a queued response of a destroyed one is never closed. */
  function findEnds(socket) {
    const existing = endsBySocket.get(socket)
    if (existing) return existing
    const ends = new Set()
    endsBySocket.set(socket, ends)
    socket.once('close', () => {
      for (const end of ends) end()
    })
    return ends
  }

  function mark(next, socket, isJudged = hasRequest && firstCalls === 0) {
    const cpuMs = readCpuMs()
    const blockMs = cpuMs - lastCpuMs
    if (isJudging && blockMs > maxBlockMs) report(blockMs)
    for (const response of closed) {
      inProgress.delete(response)
      sandboxPages.delete(response)
    }
    closed = []
    lastCpuMs = cpuMs
    startedAtMs = performance.now()
    startedBy = next
    lastSocket = socket
    isJudging = isJudged
  }

  function report(blockMs) {
    const requests = [...new Set(inProgress.values())].slice(0, 10)
    const hasSandboxPage = sandboxPages.size > 0
    const endedAtMs = performance.now()
    onBlock({ cpuMs: Math.round(blockMs), startedAtMs, endedAtMs, startedBy, requests, hasSandboxPage })
  }

  subscribe('http.server.request.start', ({ request, response, socket }) => {
    const name = `${request.method} ${request.url.split('?', 1)[0].slice(0, 100)}`
    const isSandbox = socket.remoteAddress === undefined
    // Pipelined requests of one chunk are parsed in one callback.
    if (socket !== lastSocket) mark(name, socket, called.has(name) && !isSandbox)
    if (isSandbox) {
      sandboxPages.add(response)
      response.once('close', () => closed.push(response))
      return
    }
    hasRequest = true
    const isFirst = !called.has(name)
    if (isFirst) firstCalls += 1
    if (called.size < maxCalled) called.add(name)
    inProgress.set(response, name)
    const ends = findEnds(socket)
    const end = () => {
      if (!ends.delete(end)) return
      closed.push(response)
      if (isFirst) firstCalls -= 1
    }
    ends.add(end)
    response.once('close', end)
  })
  const { push } = Socket.prototype
  Socket.prototype.push = function pushMarked(...args) {
    mark(otherWork, null)
    return push.apply(this, args)
  }
  setInterval(() => mark(otherWork, null), heartbeatMs).unref()
}

if (isMainThread && maxBlockMsOfProcess !== undefined)
  startMonitor(Number(maxBlockMsOfProcess), (block) => writeSync(reportFd, `${JSON.stringify(block)}\n`))
