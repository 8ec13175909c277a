// Opens the module of accounts, keys and sessions, and of what limits their requests.
import { runEvery } from '../platform/lib/run.ts'
import type { Platform } from '../platform/platform.ts'
import { createAccountStore } from './account-store.ts'
import { createTokenCheck } from './admin-token.ts'
import { createConsoleAccess } from './console-access.ts'
import {
  changesPerMinute,
  createChangeLimit,
  createMissingFieldsLimit,
  createRefusalLimit,
} from './free-work-limits.ts'
import { createKeys } from './keys.ts'
import { createOwnKeys } from './own-keys.ts'
import { createRateLimiter, type RateLimiter } from './rate-limit.ts'
import { createRedisRateLimiter } from './redis-rate-limiter.ts'
import { createWatchKeys } from './watch-keys.ts'

const sweepMs = 60_000

export type AccountsDeps = { platform: Platform; adminToken: string }

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts({ platform, adminToken }: AccountsDeps) {
  const { config, database, redis, log, onError } = platform
  const { pool, reads, withSlot } = database
  const { defaultPerSecond } = config.limits
  /** Limits with different names count separately. */
  const createLimiter = (name: string): RateLimiter =>
    redis ? createRedisRateLimiter(redis, name) : createRateLimiter()
  const checkToken = createTokenCheck({ token: adminToken, log })
  const access = createConsoleAccess({ database, adminToken, checkToken, defaultPerSecond })
  // Decision: one limit for all changes that an account makes to its own keys and secrets.
  const limitChanges = createChangeLimit(changesPerMinute)
  let stopSweep = async () => {}
  return {
    store: createAccountStore({ pool, defaultPerSecond }),
    keys: createKeys(database),
    ownKeys: createOwnKeys({ pool, reads, withSlot, limitChanges }),
    limitChanges,
    keyring: access.keyring,
    sessionKeyring: access.sessionKeyring,
    signIn: access.signIn,
    isOperator: access.isOperator,
    checkToken,
    watchKeys: createWatchKeys({ pool, defaultPerSecond }),
    requestLimiter: createLimiter('requests'),
    // Decision: job starts have their own rate limit, so that a backlog never makes requests of the account fail with
    // 429.
    startLimiter: createLimiter('starts'),
    refusalLimit: createRefusalLimit(config.limits.refusedPerMinute),
    missingFieldsLimit: createMissingFieldsLimit(
      createLimiter('fields_missing'),
      config.limits.fieldsMissingPerMinute,
    ),
    start(): void {
      stopSweep = runEvery(sweepMs, () => access.sessions.sweep(), onError)
    },
    close: (): Promise<void> => stopSweep(),
  }
}
