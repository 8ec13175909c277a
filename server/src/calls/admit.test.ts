// The first gates of a request: key, refused calls and rate limit, and the places from which a key is read.
import { expect, test } from 'vitest'
import type { Caller } from '../accounts/caller.ts'
import type { RateVerdict } from '../accounts/rate-limit.ts'
import { Refusal } from '../platform/errors.ts'
import { admit } from './admit.ts'
import type { CallRequest } from './call-request.ts'

const caller = {
  accountId: 1,
  accountActive: true,
  limits: { perSecond: 1, perMinute: null },
  scopes: null,
  allowedIps: null,
} as Caller
const request = {
  keyHeaders: ['a key'],
  bearerKeys: [] as string[],
  address: '127.0.0.1',
} as unknown as CallRequest
const allowed: RateVerdict = { allowed: true, policies: [] }
const refused: RateVerdict = { allowed: false, retryAfterSeconds: 7, policies: [] }

const failures = [
  ['at once', <T>(value: T) => value],
  ['late', <T>(value: T) => Promise.resolve(value)],
] as const

// A keyring and a limiter that servers share return promises; the gates are the same.
test.each(failures)(
  'a caller is admitted, or refused with its identity as far as known, by gates that answer %s',
  async (_, answer) => {
    const pass = async (verdict: RateVerdict, from: Caller = caller, waitSeconds = 0) => {
      const gates = {
        keyring: { authenticate: () => answer(from) },
        refusalLimit: { waitSeconds: () => waitSeconds, count: () => 0 },
        rateLimiter: { take: () => answer(verdict) },
      }
      return admit(gates, request, [], '/v2/a/b')
    }
    expect(await pass(allowed)).toEqual({ caller, rate: allowed, thrown: null })
    const limited = await pass(refused)
    expect(limited).toMatchObject({ caller, rate: refused })
    expect(limited.thrown).toBeInstanceOf(Refusal)
    expect(limited.thrown).toMatchObject({ reason: 'rate_limited', retryAfterSeconds: 7 })
    // Too many refused calls: no further check runs, and the request does not count.
    const tiresome = await pass(allowed, caller, 9)
    expect(tiresome).toMatchObject({ caller, rate: null })
    expect(tiresome.thrown).toMatchObject({ reason: 'rate_limited', retryAfterSeconds: 9 })
    const inactive = { ...caller, accountActive: false }
    const closed = await pass(allowed, inactive)
    expect(closed).toMatchObject({ caller: inactive, rate: null })
    expect(closed.thrown).toMatchObject({ reason: 'account_deactivated' })
  },
)

test('a caller with a wrong key, or two keys, is unknown', async () => {
  const wrong = new Refusal('invalid_key')
  const gates = (authenticate: () => Promise<Caller>) => ({
    keyring: { authenticate },
    refusalLimit: { waitSeconds: () => 0, count: () => 0 },
    rateLimiter: { take: () => allowed },
  })
  const failingQuery = () => Promise.reject(wrong)
  expect(await admit(gates(failingQuery), request, [], null)).toEqual({
    caller: null,
    rate: null,
    thrown: wrong,
  })
  const thrower = () => {
    throw wrong
  }
  expect(await admit(gates(thrower), request, [], null)).toEqual({ caller: null, rate: null, thrown: wrong })
  const untouched = () => expect.fail('a key was tried')
  const inQuery = [{ name: 'x_api_key', value: 'b' }]
  for (const [keyHeaders, bearerKeys, query] of [
    [['a', 'b'], [], []],
    [['a', 'a'], [], []],
    [[], ['a', 'a'], []],
    [['a'], ['b'], []],
    [['a'], [''], []],
    [[], ['a'], inQuery],
    [['b'], ['a'], inQuery],
    [['b'], ['b'], [...inQuery, ...inQuery]],
    [[], [], []],
  ] as const)
    expect(await admit(gates(untouched), { ...request, keyHeaders, bearerKeys }, query, null)).toMatchObject({
      caller: null,
      thrown: { reason: 'invalid_key' },
    })
})

test('a key is accepted from a header, a bearer token or the query, also from several of them at once', async () => {
  const inQuery = [{ name: 'X_Api_Key', value: 'k' }]
  for (const [keyHeaders, bearerKeys, query] of [
    [['k'], [], []],
    [[], ['k'], []],
    [[], [], inQuery],
    [['k'], ['k'], inQuery],
  ] as const) {
    const tried: string[] = []
    const gates = {
      keyring: {
        authenticate: (secret: string) => {
          tried.push(secret)
          return caller
        },
      },
      refusalLimit: { waitSeconds: () => 0, count: () => 0 },
      rateLimiter: { take: () => allowed },
    }
    const admitted = await admit(gates, { ...request, keyHeaders, bearerKeys }, query, null)
    expect([admitted.thrown, tried]).toEqual([null, ['k']])
  }
})
