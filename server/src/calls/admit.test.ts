import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.ts'
import type { RateVerdict } from '../access/rate-limit.ts'
import { Refusal } from '../errors.ts'
import { type Admission, admit } from './admit.ts'
import type { CallRequest } from './call-request.ts'

const caller = {
  accountId: 1,
  accountActive: true,
  limits: { perSecond: 1, perMinute: null },
  scopes: null,
  allowedIps: null,
} as Caller
const request = { keyHeaders: ['a key'], address: '127.0.0.1' } as unknown as CallRequest
const allowed: RateVerdict = { allowed: true, policies: [] }
const refused: RateVerdict = { allowed: false, retryAfterSeconds: 7, policies: [] }

const ways = [
  ['at once', <T>(value: T) => value],
  ['late', <T>(value: T) => Promise.resolve(value)],
] as const

// A keyring and a limiter that are shared between servers answer late; the gates are the same.
test.each(ways)(
  'a caller is let in, or refused with what is known of him, by gates that answer %s',
  async (_, answer) => {
    const pass = async (verdict: RateVerdict, from: Caller = caller, waitSeconds = 0) => {
      const admission: Admission = {}
      const gates = {
        keyring: { authenticate: () => answer(from) },
        refusalLimit: { waitSeconds: () => waitSeconds, count: () => 0 },
        rateLimiter: { take: () => answer(verdict) },
      }
      try {
        return { admission, result: await admit(gates, request, [], '/v2/a/b', admission) }
      } catch (error) {
        return { admission, result: error }
      }
    }
    expect(await pass(allowed)).toEqual({ admission: { caller, rate: allowed }, result: caller })
    const limited = await pass(refused)
    expect(limited.admission).toEqual({ caller, rate: refused })
    expect(limited.result).toBeInstanceOf(Refusal)
    expect(limited.result).toMatchObject({ reason: 'rate_limited', retryAfterSeconds: 7 })
    // Too many refused calls: nothing further is asked, and the request does not count.
    const tiresome = await pass(allowed, caller, 9)
    expect(tiresome.admission).toEqual({ caller })
    expect(tiresome.result).toMatchObject({ reason: 'rate_limited', retryAfterSeconds: 9 })
    const inactive = { ...caller, accountActive: false }
    const closed = await pass(allowed, inactive)
    expect(closed.admission).toEqual({ caller: inactive })
    expect(closed.result).toMatchObject({ reason: 'account_deactivated' })
  },
)
