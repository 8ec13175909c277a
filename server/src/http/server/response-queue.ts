// Backpressure for HTTP/1.1 pipelining. Node parses every request of a received chunk and runs it at once, so a client
// that sends thousands of requests and reads nothing would fill the memory with responses. Here each connection runs a
// few requests at a time, is not read while it has too many unfinished responses, and is destroyed if its client does
// not read them. Each pipelined request starts in its own iteration of the event loop, so that many of them do not
// block it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Response = ServerResponse<IncomingMessage>

const defaults = {
  /** Requests of one connection that run at the same time; a connection with as many unfinished responses is not read. */
  maxRunning: 8,
  /** Parsed requests that wait to be started, over all connections. */
  maxWaiting: 4096,
  /** Unsent bytes of one connection above which it is not read and starts no further request. */
  maxPendingBytes: 1024 * 1024,
  /** Unsent bytes of all connections together. */
  maxTotalPendingBytes: 64 * 1024 * 1024,
  /** A connection above its limits is destroyed if its client reads no bytes for this long. */
  stallTimeoutMs: 30_000,
  checkIntervalMs: 100,
}
export type ResponseQueueLimits = typeof defaults

type Connection = {
  /** Unfinished responses, oldest first; those of waiting requests are the last ones. */
  responses: Response[]
  waiting: (() => void)[]
  isPaused: boolean
  hasStallTimer: boolean
}

export type ResponseQueue = ReturnType<typeof createResponseQueue>

type QueueState = {
  limits: ResponseQueueLimits
  connections: Map<Socket, Connection>
  /** Connections that may have a request to start, next one first. */
  ready: Set<Connection>
  isStartScheduled: boolean
  totalWaiting: number
  /** One listener for all responses. */
  onFinish: (this: Response) => void
}

export function createResponseQueue(limits: Partial<ResponseQueueLimits> = {}) {
  const queue: QueueState = {
    limits: { ...defaults, ...limits },
    connections: new Map(),
    ready: new Set(),
    isStartScheduled: false,
    totalWaiting: 0,
    onFinish() {
      endResponse(queue, this)
    },
  }
  const timer = setInterval(checkConnections, queue.limits.checkIntervalMs, queue).unref()
  return {
    /** Counts a response until it is finished, and stops reading from its connection if there are too many. */
    track: (socket: Socket, response: Response) => trackResponse(queue, socket, response),
    /** Runs a tracked request now, or once earlier responses of its connection are finished. */
    run: (socket: Socket, start: () => void) => runRequest(queue, socket, start),
    close: () => clearInterval(timer),
  }
}

function trackResponse(queue: QueueState, socket: Socket, response: Response): void {
  // The parser continues with its chunk after the socket is destroyed.
  if (socket.destroyed) return
  const connection = queue.connections.get(socket) ?? open(queue, socket)
  connection.responses.push(response)
  response.on('finish', queue.onFinish)
  if (connection.responses.length > 1) updateReading(queue, socket, connection)
}

function runRequest(queue: QueueState, socket: Socket, start: () => void): void {
  const connection = queue.connections.get(socket)
  if (!connection) return
  if (connection.responses.length === 1) return void start()
  connection.waiting.push(start)
  queue.totalWaiting += 1
  startWaiting(queue, connection)
  if (queue.totalWaiting > queue.limits.maxWaiting) destroyLargest(queue, ({ waiting }) => waiting.length, 1)
}

function endResponse(queue: QueueState, response: Response): void {
  const { socket } = response.req
  const connection = queue.connections.get(socket)
  const index = connection?.responses.indexOf(response) ?? -1
  if (!connection || index === -1) return
  connection.responses.splice(index, 1)
  // Node has replaced the timer with that of an idle connection.
  if (connection.responses.length === 0) connection.hasStallTimer = false
  startWaiting(queue, connection)
  updateReading(queue, socket, connection)
}

function open(queue: QueueState, socket: Socket): Connection {
  const connection: Connection = { responses: [], waiting: [], isPaused: false, hasStallTimer: false }
  queue.connections.set(socket, connection)
  // Node resumes the socket after each parsed message, even if this file paused it.
  socket.on('resume', () => {
    if (connection.isPaused) socket.pause()
  })
  socket.once('close', () => removeSocket(queue, socket))
  return connection
}

function removeSocket(queue: QueueState, socket: Socket): void {
  const connection = queue.connections.get(socket)
  if (!connection) return
  queue.totalWaiting -= connection.waiting.length
  queue.ready.delete(connection)
  queue.connections.delete(socket)
}

function updateReading({ limits }: QueueState, socket: Socket, connection: Connection): void {
  const isPaused =
    connection.responses.length >= limits.maxRunning || countPendingBytes(connection) > limits.maxPendingBytes
  if (isPaused === connection.isPaused) return
  connection.isPaused = isPaused
  if (isPaused) socket.pause()
  else socket.resume()
}

const canStart = ({ limits }: QueueState, connection: Connection): boolean =>
  countRunning(connection) < limits.maxRunning && countPendingBytes(connection) <= limits.maxPendingBytes

function startWaiting(queue: QueueState, connection: Connection): void {
  if (connection.waiting.length === 0 || !canStart(queue, connection)) return
  queue.ready.add(connection)
  scheduleStart(queue)
}

function scheduleStart(queue: QueueState): void {
  if (queue.isStartScheduled || queue.ready.size === 0) return
  queue.isStartScheduled = true
  setImmediate(startNext, queue)
}

/** Starts one request, and the next one in the next iteration of the event loop. */
function startNext(queue: QueueState): void {
  queue.isStartScheduled = false
  const [connection] = queue.ready
  if (!connection) return
  queue.ready.delete(connection)
  scheduleStart(queue)
  const start = canStart(queue, connection) ? connection.waiting.shift() : undefined
  if (!start) return
  queue.totalWaiting -= 1
  startWaiting(queue, connection)
  start()
}

function checkConnections(queue: QueueState): void {
  const { maxTotalPendingBytes, stallTimeoutMs } = queue.limits
  let totalBytes = 0
  for (const [socket, connection] of queue.connections) {
    if (connection.responses.length === 0) continue
    totalBytes += countPendingBytes(connection)
    startWaiting(queue, connection)
    updateReading(queue, socket, connection)
    updateStallTimer(socket, connection, stallTimeoutMs)
  }
  if (totalBytes > maxTotalPendingBytes)
    destroyLargest(queue, countPendingBytes, totalBytes - maxTotalPendingBytes)
}

function updateStallTimer(socket: Socket, connection: Connection, stallTimeoutMs: number): void {
  const needsTimer = connection.isPaused && socket.writableLength > 0
  if (needsTimer === connection.hasStallTimer) return
  connection.hasStallTimer = needsTimer
  // Node destroys the socket on timeout and restarts the timer whenever bytes are sent.
  socket.setTimeout(needsTimer ? stallTimeoutMs : 0)
}

/** Destroys the largest connections until they have freed the excess. */
function destroyLargest(queue: QueueState, measure: (connection: Connection) => number, excess: number) {
  let left = excess
  const sizes = [...queue.connections].map(([socket, connection]) => ({ socket, size: measure(connection) }))
  for (const { socket, size } of sizes.sort((a, b) => b.size - a.size)) {
    if (left <= 0) return
    left -= size
    removeSocket(queue, socket)
    socket.destroy()
  }
}

const countRunning = ({ responses, waiting }: Connection): number => responses.length - waiting.length

function countPendingBytes(connection: Connection): number {
  let bytes = 0
  const running = countRunning(connection)
  // `writableLength` of the response being sent includes the bytes buffered by its socket.
  for (let index = 0; index < running; index += 1) bytes += connection.responses[index]?.writableLength ?? 0
  return bytes
}
