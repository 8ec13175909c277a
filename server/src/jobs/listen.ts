// One connection that only listens: the database tells every server at once that there is work, or that a job has
// ended. Lost connections come back by themselves, and whoever waits is told that something may have been missed.
import pg, { type Pool } from 'pg'

export const workChannel = 'quarry_work'
export const doneChannel = 'quarry_done'

export type Listener = {
  start: () => Promise<void>
  close: () => Promise<void>
}

export type ListenOptions = {
  pool: Pool
  onWork: () => void
  /** Ids of jobs that have ended. */
  onDone: (ids: readonly string[]) => void
  /** The connection was lost and is back: messages in between are gone. */
  onGap: () => void
  onError: (error: unknown) => void
}

const reconnectMs = 1_000

export function createListener({ pool, onWork, onDone, onGap, onError }: ListenOptions): Listener {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

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
    opening.once('end', lost)
    client = opening
  }

  function lost(): void {
    client = undefined
    if (closed) return
    timer = setTimeout(reopen, reconnectMs)
    timer.unref()
  }

  async function reopen(): Promise<void> {
    try {
      await open()
      onGap()
    } catch (error) {
      onError(error)
      lost()
    }
  }

  return {
    start: open,
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
