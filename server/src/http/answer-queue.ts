// Backpressure for HTTP/1.1 pipelining. Node parses every request of a received chunk and runs it at once, so a client
// that sends thousands of requests and reads nothing would fill the memory with answers. Here each connection runs a few
// requests at a time, is not read while it has too many unfinished answers, and is destroyed if it does not drain.
// A pipelined request starts in its own turn of the event loop, so that many of them do not block it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Answer = ServerResponse<IncomingMessage>

export type AnswerLimits = {
  /** Requests of one connection that run at the same time; a connection with as many unfinished answers is not read. */
  maxRunning: number
  /** Parsed requests that wait to be started, over all connections. */
  maxWaiting: number
  /** Unsent bytes of one connection above which it is not read and starts no further request. */
  maxPendingBytes: number
  /** Unsent bytes of all connections together. */
  maxTotalPendingBytes: number
  /** A connection above its limits is destroyed if its client reads no bytes for this long. */
  stallTimeoutMs: number
  checkIntervalMs: number
}

const defaults: AnswerLimits = {
  maxRunning: 8,
  maxWaiting: 4096,
  maxPendingBytes: 1024 * 1024,
  maxTotalPendingBytes: 64 * 1024 * 1024,
  stallTimeoutMs: 30_000,
  checkIntervalMs: 100,
}

type Connection = {
  /** Unfinished answers, oldest first; those of waiting requests are the last ones. */
  answers: Answer[]
  waiting: (() => void)[]
  isPaused: boolean
  hasStallTimer: boolean
}

export type AnswerQueue = {
  /** Counts an answer until it is finished, and stops reading from its connection if there are too many. */
  track: (socket: Socket, answer: Answer) => void
  /** Runs a tracked request now, or once earlier answers of its connection are finished. */
  run: (socket: Socket, start: () => void) => void
  close: () => void
}

export function createAnswerQueue(limits: Partial<AnswerLimits> = {}): AnswerQueue {
  const { maxRunning, maxWaiting, maxPendingBytes, maxTotalPendingBytes, stallTimeoutMs, checkIntervalMs } = {
    ...defaults,
    ...limits,
  }
  const connections = new Map<Socket, Connection>()
  /** Connections that may have a request to start, next one first. */
  const ready = new Set<Connection>()
  let isStartScheduled = false
  let totalWaiting = 0

  const isFull = (connection: Connection): boolean =>
    connection.answers.length >= maxRunning || countPendingBytes(connection) > maxPendingBytes
  const canStart = (connection: Connection): boolean =>
    countRunning(connection) < maxRunning && countPendingBytes(connection) <= maxPendingBytes

  function open(socket: Socket): Connection {
    const connection: Connection = { answers: [], waiting: [], isPaused: false, hasStallTimer: false }
    connections.set(socket, connection)
    // Node resumes the socket after each parsed message, even if this file paused it.
    socket.on('resume', () => {
      if (connection.isPaused) socket.pause()
    })
    socket.once('close', () => forget(socket))
    return connection
  }

  function forget(socket: Socket): void {
    const connection = connections.get(socket)
    if (!connection) return
    totalWaiting -= connection.waiting.length
    ready.delete(connection)
    connections.delete(socket)
  }

  function updateReading(socket: Socket, connection: Connection): void {
    const isPaused = isFull(connection)
    if (isPaused === connection.isPaused) return
    connection.isPaused = isPaused
    if (isPaused) socket.pause()
    else socket.resume()
  }

  function startWaiting(connection: Connection): void {
    if (connection.waiting.length === 0 || !canStart(connection)) return
    ready.add(connection)
    scheduleStart()
  }

  function scheduleStart(): void {
    if (isStartScheduled || ready.size === 0) return
    isStartScheduled = true
    setImmediate(startNext)
  }

  /** Starts one request, and the next one in the next turn of the event loop. */
  function startNext(): void {
    isStartScheduled = false
    const [connection] = ready
    if (!connection) return
    ready.delete(connection)
    scheduleStart()
    const start = canStart(connection) ? connection.waiting.shift() : undefined
    if (!start) return
    totalWaiting -= 1
    startWaiting(connection)
    start()
  }

  function onFinish(this: Answer): void {
    const { socket } = this.req
    const connection = connections.get(socket)
    const index = connection?.answers.indexOf(this) ?? -1
    if (!connection || index === -1) return
    connection.answers.splice(index, 1)
    // Node has replaced the timer with that of an idle connection.
    if (connection.answers.length === 0) connection.hasStallTimer = false
    startWaiting(connection)
    updateReading(socket, connection)
  }

  /** Destroys the largest connections until they have freed the excess. */
  function destroyLargest(measure: (connection: Connection) => number, excess: number): void {
    let left = excess
    const sizes = [...connections].map(([socket, connection]) => ({ socket, size: measure(connection) }))
    for (const { socket, size } of sizes.sort((one, other) => other.size - one.size)) {
      if (left <= 0) return
      left -= size
      forget(socket)
      socket.destroy()
    }
  }

  function updateStallTimer(socket: Socket, connection: Connection): void {
    const needsTimer = connection.isPaused && socket.writableLength > 0
    if (needsTimer === connection.hasStallTimer) return
    connection.hasStallTimer = needsTimer
    // Node destroys the socket on timeout and restarts the timer whenever bytes are sent.
    socket.setTimeout(needsTimer ? stallTimeoutMs : 0)
  }

  function check(): void {
    let totalBytes = 0
    for (const [socket, connection] of connections) {
      if (connection.answers.length === 0) continue
      totalBytes += countPendingBytes(connection)
      startWaiting(connection)
      updateReading(socket, connection)
      updateStallTimer(socket, connection)
    }
    if (totalBytes > maxTotalPendingBytes)
      destroyLargest(countPendingBytes, totalBytes - maxTotalPendingBytes)
  }
  const timer = setInterval(check, checkIntervalMs).unref()

  return {
    track(socket, answer) {
      // The parser continues with its chunk after the socket is destroyed.
      if (socket.destroyed) return
      const connection = connections.get(socket) ?? open(socket)
      connection.answers.push(answer)
      answer.on('finish', onFinish)
      if (connection.answers.length > 1) updateReading(socket, connection)
    },
    run(socket, start) {
      const connection = connections.get(socket)
      if (!connection) return
      if (connection.answers.length === 1) return start()
      connection.waiting.push(start)
      totalWaiting += 1
      startWaiting(connection)
      if (totalWaiting > maxWaiting) destroyLargest(({ waiting }) => waiting.length, 1)
    },
    close: () => clearInterval(timer),
  }
}

const countRunning = ({ answers, waiting }: Connection): number => answers.length - waiting.length

function countPendingBytes(connection: Connection): number {
  let bytes = 0
  const running = countRunning(connection)
  // `writableLength` of the answer being sent includes the bytes buffered by its socket.
  for (let index = 0; index < running; index += 1) bytes += connection.answers[index]?.writableLength ?? 0
  return bytes
}
