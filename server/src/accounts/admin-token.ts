// The admin token: checked in constant time, and stored in the data folder for servers without QUARRY_ADMIN_TOKEN. Wrong
// tokens are logged, and further attempts from the same network are delayed.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Refusal } from '../platform/errors.ts'
import { createGuessLimit, type GuessLimitOptions } from './guess-limit.ts'
import { toNetwork } from './network-slots.ts'

export type TokenCheckOptions = GuessLimitOptions & { token: string; log: Pick<Logger, 'warn'> }

/** Throws 401 for a wrong token, with a delay after many of them. */
export type TokenCheck = (token: string | undefined, address: string) => Promise<void>

const logIntervalMs = 1_000
const maxNetworks = 10_000

export function createTokenCheck({ token, log, ...options }: TokenCheckOptions): TokenCheck {
  const expected = digest(token)
  const sleep = options.sleep ?? ((ms: number) => delay(ms, undefined, { ref: false }))
  const slowDown = createGuessLimit({ ...options, sleep })
  const logFailure = createFailureLog(log, sleep)

  return async (candidate, address) => {
    // Digests have equal lengths, so timing does not reveal the length of the token. The comparison comes before the
    // delay: earlier failures from an address never delay the right token.
    if (candidate !== undefined && timingSafeEqual(digest(candidate), expected)) return
    logFailure(address)
    await slowDown(address)
    throw new Refusal('invalid_key', 'Invalid admin token')
  }
}

/**
 * Logs the first failure of a network at once and those of the next second in one line, so guesses cannot flood the
 * log.
 */
function createFailureLog(log: Pick<Logger, 'warn'>, sleep: (ms: number) => Promise<unknown>) {
  const unlogged = new Map<string, number>()
  return (address: string): void => {
    const network = unlogged.size < maxNetworks ? toNetwork(address) : 'others'
    const count = unlogged.get(network)
    if (count !== undefined) return void unlogged.set(network, count + 1)
    unlogged.set(network, 0)
    log.warn({ address, failures: 1 }, 'wrong admin token')
    sleep(logIntervalMs).then(() => {
      const failures = unlogged.get(network) ?? 0
      unlogged.delete(network)
      if (failures > 0) log.warn({ address: network, failures }, 'wrong admin token')
    })
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const toTokenPath = (dataDir: string): string => join(dataDir, 'admin-token')

/** Null if no server has started with this folder yet. */
export async function readAdminToken(dataDir: string): Promise<string | null> {
  const text = await readFile(toTokenPath(dataDir), 'utf8').catch(() => '')
  return text.trim() || null
}

/** Reads the token, or creates it on the first start. */
export async function ensureAdminToken(dataDir: string): Promise<string> {
  const stored = await readAdminToken(dataDir)
  if (stored !== null) return stored
  const token = randomBytes(24).toString('base64url')
  await writeFile(toTokenPath(dataDir), `${token}\n`, { mode: 0o600 })
  return token
}
