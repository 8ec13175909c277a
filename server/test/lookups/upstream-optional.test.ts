// Optional pages never delay a call: they do not wait for a rate limit slot that is too late, and late in the call
// they are not requested at all.
import { Failure } from '@quarry/kit/errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { catchFailure, site, startSocketSite, startUpstream } from '../fetching/upstream-sites.ts'

const address = 'https://www.shop.example/'

test('late in a call only required pages are requested', async () => {
  const requests: string[] = []
  const sandboxSocket = await startSocketSite((request, response) => {
    requests.push(request.url ?? '')
    response.end('page')
  })
  const get = startUpstream({ limits: { callMs: 60_000 } }).getFor(site({ sandboxSocket }), {
    accountId: 'a',
  })
  expect((await get(`${address}early`, { isOptional: true })).body).toBe('page')
  const { now } = performance
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 48_000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await catchFailure(get(`${address}late`, { isOptional: true }))).toMatchObject({
    reason: 'upstream_paced',
    retryAfterSeconds: 1,
  })
  expect((await get(`${address}needed`)).body).toBe('page')
  expect(requests).toEqual(['/early', '/needed'])
})

test('an optional page waits for a slot only as long as the last fifth of the call stays free', async () => {
  const sandboxSocket = await startSocketSite((_request, response) => response.end('page'))
  const waits: number[] = []
  const upstream = startUpstream({
    limits: { callMs: 60_000 },
    rateLimits: {
      async waitForRateLimit(_provider, _rateLimit, waitMs) {
        waits.push(waitMs)
        if (waits.length > 1) throw new Failure('upstream_paced', 'no turn', { retryAfterSeconds: 9 })
        return null
      },
      startPause: async () => {},
    },
  })
  const get = upstream.getFor(site({ sandboxSocket, rateLimit: { perSecond: 1 } }), { accountId: 'a' })
  await get(address)
  expect(await catchFailure(get(address, { isOptional: true }))).toMatchObject({ reason: 'upstream_paced' })
  const [needed = 0, optional = 0] = waits
  expect(needed - optional).toBeGreaterThanOrEqual(12_000)
})
