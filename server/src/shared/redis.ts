// The connection to Redis, or Valkey, that servers share things through. It is a help, never a need: a command waits a
// moment at most, and while Redis is lost nobody waits for it at all. Loaded only where a server is given one.
import type { Redis } from 'ioredis'

export type SharedStore = {
  /** Runs a command; null where Redis is lost or too slow, which is the same to whoever asks. */
  ask: <T>(command: (redis: Redis) => Promise<T>) => Promise<T | null>
  isUp: () => boolean
  /** How many servers share it, as last known: also after it was lost. */
  servers: () => number
  close: () => Promise<void>
}

type Options = {
  url: string
  /** This server among those that share it. */
  serverId: string
  onLost: (error: unknown) => void
  onBack: () => void
  /** What a command may take. */
  commandMs?: number
}

const serversKey = 'quarry:servers'
const beatMs = 1000
/** A server that has not been heard of for so long is gone. */
const goneMs = 5000
const defaultCommandMs = 250

export async function connectRedis(options: Options): Promise<SharedStore> {
  const { url, serverId, onLost, onBack, commandMs = defaultCommandMs } = options
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    // Nothing is kept for later: what was asked before a connection was lost has long been answered otherwise.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: commandMs,
    retryStrategy: (times) => Math.min(100 * times, 1000),
  })
  // Said by onLost; an event without a listener would end the process.
  redis.on('error', () => {})
  let isUp = false
  let known = 1
  /** When there were last so many. */
  let countedMs = 0
  let isClosed = false

  function lose(error: unknown): void {
    if (!isUp) return
    isUp = false
    if (!isClosed) onLost(error)
  }

  /** Tells the others that we are here, and how many there are: who answers this in time is up. */
  async function beat(): Promise<void> {
    const now = Date.now()
    const answers = await redis
      .multi()
      .zadd(serversKey, now, serverId)
      .zremrangebyscore(serversKey, '-inf', now - goneMs)
      .zcard(serversKey)
      .pexpire(serversKey, 60_000)
      .exec()
    const count = Math.max(1, Number(answers?.[2]?.[1] ?? 1))
    // After a wipe they come back one by one: fewer are believed only when it stays so.
    if (count >= known || now - countedMs > goneMs) known = count
    if (count >= known) countedMs = now
    if (isUp || isClosed) return
    isUp = true
    onBack()
  }
  const beatOrLose = () => beat().catch(lose)

  await redis.connect().catch(() => {})
  await beatOrLose()
  const beating = setInterval(beatOrLose, beatMs).unref()

  return {
    isUp: () => isUp,
    servers: () => known,
    async ask(command) {
      if (!isUp) return null
      try {
        return await command(redis)
      } catch (error) {
        lose(error)
        return null
      }
    },
    async close() {
      isClosed = true
      clearInterval(beating)
      if (isUp) await redis.zrem(serversKey, serverId).catch(() => {})
      redis.disconnect()
    },
  }
}
