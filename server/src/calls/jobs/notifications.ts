// Notifications of the database: one connection listens for them, and requests that wait for the end of a job or batch
// are woken by them.
import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import pg, { type Pool } from 'pg'

export const workChannel = 'quarry_work'
export const doneChannel = 'quarry_done'

export type NotificationOptions = {
  pool: Pool
  onWork: () => void
  /** Gets the ids of jobs and batches that have ended. */
  onDone: (ids: readonly string[]) => void
  onGap: () => void
  onError: (error: unknown) => void
}

const reconnectMs = 1_000

/**
 * Listens on one connection: there is work, or a job has ended. Reconnects by itself and then reports a gap, because
 * notifications may have been missed.
 */
export function createListener({ pool, onWork, onDone, onGap, onError }: NotificationOptions) {
  /** Ends the connection, also one that is still being opened. */
  let disconnect = () => {}
  let timer: NodeJS.Timeout | undefined
  let reopening: Promise<void> | undefined
  let isClosed = false

  const report = (error: unknown) => {
    if (!isClosed) onError(error)
  }

  async function open(): Promise<void> {
    // A socket of its own: `end` of the client waits for a database that may never reply, and leaves `connect` open.
    const socket = new Socket()
    const client = new pg.Client({ ...pool.options, stream: () => socket })
    disconnect = () => void socket.destroy()
    client.on('error', report)
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === workChannel) onWork()
      else onDone(payload.split(' '))
    })
    try {
      await client.connect()
      await client.query(`listen ${workChannel}; listen ${doneChannel}`)
    } catch (error) {
      disconnect()
      throw error
    }
    client.once('end', reopenLater)
  }

  function reopenLater(): void {
    if (isClosed) return
    timer = setTimeout(() => {
      reopening = reopen()
    }, reconnectMs).unref()
  }

  async function reopen(): Promise<void> {
    try {
      await open()
      onGap()
    } catch (error) {
      report(error)
      reopenLater()
    }
  }

  return {
    start: open,
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      disconnect()
      await reopening
    },
  }
}

export type Waiters = ReturnType<typeof createWaiters>

const maxWaiting = 10_000

/**
 * Requests that wait for the end of a job or a batch. Each is answered at the end, after its timeout, or when the server
 * stops. Above the bound a request is answered at once, and its caller polls again.
 */
export function createWaiters() {
  /** An event is the id of a job or batch that has ended. */
  const ends = new EventEmitter().setMaxListeners(0)
  let count = 0
  let isClosed = false

  const wakeAll = () => {
    for (const id of ends.eventNames()) ends.emit(id)
  }

  return {
    wake(ids: Iterable<string>): void {
      for (const id of ids) ends.emit(id)
    },
    wakeAll,
    /** Reads; if the job or batch has not ended, reads again after its end or after `waitMs`. */
    async readEnded<T>(id: string, waitMs: number, read: () => Promise<T>, isEnded: (value: T) => boolean) {
      if (waitMs === 0 || isClosed || count >= maxWaiting) return read()
      let resolve = () => {}
      const ended = new Promise<void>((resolvePromise) => {
        resolve = resolvePromise
      })
      // Registered before the first read, so that an end in between is not missed.
      const name = id.toLowerCase()
      ends.once(name, resolve)
      count += 1
      let timer: NodeJS.Timeout | undefined
      try {
        const value = await read()
        if (isEnded(value)) return value
        timer = setTimeout(resolve, waitMs)
        await ended
        return await read()
      } finally {
        clearTimeout(timer)
        count -= 1
        ends.off(name, resolve)
      }
    },
    close(): void {
      isClosed = true
      wakeAll()
    },
  }
}
