// The connection to Redis or Valkey, loaded only if one is configured. Redis is optional: a command has a short
// timeout, and while Redis is unavailable commands return null at once.
import type { Redis } from 'ioredis'
import { createAvailability } from './lib/availability.ts'
import { runEvery } from './lib/run.ts'

export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>

type Options = {
  url: string
  serverId: string
  onLost: (error: unknown) => void
  onBack: () => void
  commandMs?: number
  /** How often the server reports that it is alive, and checks whether Redis is back. */
  beatMs?: number
}

const serversKey = 'quarry:servers'
const defaultBeatMs = 1000
/** A server that has not reported for this long does not count. */
const goneMs = 5000
const defaultCommandMs = 250

/** Reports this server and counts those that reported. Entries from the future come from a clock that was set back. */
const beatScript = `
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${goneMs})
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '+inf')
redis.call('PEXPIRE', KEYS[1], 60000)
return redis.call('ZCARD', KEYS[1])
`

type ConnectionState = ReturnType<typeof createState>
const createState = (options: Options, redis: Redis) => ({
  ...options,
  redis,
  availability: createAvailability(false),
  servers: 1,
  /** When this count was last confirmed. */
  countedMs: 0,
})

export async function connectRedis(options: Options) {
  const { serverId, beatMs = defaultBeatMs } = options
  const redis = await createClient(options)
  const state = createState(options, redis)
  const { availability } = state
  const stopReporting = availability.report(options.onLost, options.onBack)
  const beat = () => reportAlive(state)
  const onError = (error: unknown) => availability.lose(error)
  await redis.connect().catch(() => {})
  await beat().catch(onError)
  const stopBeating = runEvery(beatMs, beat, onError)
  return {
    isUp: availability.isUp,
    /** How many servers share Redis, by the last count. */
    servers: () => state.servers,
    /** Runs a command; null if Redis is unavailable or too slow. */
    async run<T>(command: (redis: Redis) => Promise<T>) {
      if (!availability.isUp()) return null
      try {
        return await command(redis)
      } catch (error) {
        onError(error)
        return null
      }
    },
    async close() {
      stopReporting()
      // A report after the removal would list this server again.
      await stopBeating()
      if (availability.isUp()) await redis.zrem(serversKey, serverId).catch(() => {})
      redis.disconnect()
    },
  }
}

async function createClient({ url, commandMs = defaultCommandMs }: Options): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    // No command is queued or sent again: its caller has continued without Redis.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: commandMs,
    retryStrategy: (times) => Math.min(100 * times, 1000),
  })
  // Reported by onLost; an error event without a listener would end the process.
  redis.on('error', () => {})
  return redis
}

/** Redis is up when this succeeds in time. */
async function reportAlive(state: ConnectionState): Promise<void> {
  const count = Number(await state.redis.eval(beatScript, 1, serversKey, state.serverId))
  const now = performance.now()
  // After a wipe the servers report one by one: a lower count is accepted only if it lasts.
  if (count >= state.servers || now - state.countedMs > goneMs) state.servers = count
  if (count >= state.servers) state.countedMs = now
  state.availability.recover()
}
