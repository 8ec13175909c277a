// One connection that listens for notifications of the database: there is work, or a job has ended. It reconnects by
// itself and then reports a gap, because notifications may have been missed.
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
