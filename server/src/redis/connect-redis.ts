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
  /** How often the server reports that it is alive, and tries whether Redis is back. */
  beatMs?: number
}

const serversKey = 'quarry:servers'
const defaultBeatMs = 1000
/** A server that has not been heard of for so long is gone. */
const goneMs = 5000
const defaultCommandMs = 250

/** Counts the servers that reported lately. Entries from the future are of a clock that was wrong or has been set back. */
const beatScript = `
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${goneMs})
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '+inf')
redis.call('PEXPIRE', KEYS[1], 60000)
return redis.call('ZCARD', KEYS[1])
`

export async function connectRedis(options: Options): Promise<SharedStore> {
  const { url, serverId, onLost, onBack, commandMs = defaultCommandMs, beatMs = defaultBeatMs } = options
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
    const count = Number(await redis.eval(beatScript, 1, serversKey, serverId))
    const now = performance.now()
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
