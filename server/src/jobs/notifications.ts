// One connection that listens for notifications of the database: there is work, or a job has ended. It reconnects by
// itself and then reports a gap, because notifications may have been missed.
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
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function open(): Promise<void> {
    const opening = new pg.Client(pool.options)
    opening.on('error', onError)
    opening.on('notification', ({ channel, payload = '' }) => {
      if (channel === workChannel) onWork()
      else onDone(payload.split(' '))
    })
    try {
      await opening.connect()
      await opening.query(`listen ${workChannel}; listen ${doneChannel}`)
    } catch (error) {
      opening.end().catch(() => {})
      throw error
    }
    opening.once('end', reopenLater)
    client = opening
  }

  function reopenLater(): void {
    client = undefined
    if (!isClosed) timer = setTimeout(reopen, reconnectMs).unref()
  }

  async function reopen(): Promise<void> {
    try {
      await open()
      onGap()
    } catch (error) {
      onError(error)
      reopenLater()
    }
  }

  return {
    start: open,
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
