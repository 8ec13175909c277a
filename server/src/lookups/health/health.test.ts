// The measured status of an endpoint, for everyone and for one account.
import type { Endpoint } from '@quarry/kit/endpoint'
import { describe, expect, test } from 'vitest'
import { createHealth, type HealthOptions } from './health.ts'

const endpoint = { path: '/v2/shop/item' } as unknown as Endpoint

const options: HealthOptions = {
  nowMs: () => 0,
  pinned: {},
  onObserved: () => {},
  hasDrifted: () => false,
  isConfigured: () => true,
}

function start() {
  let now = 0
  const health = createHealth({ ...options, nowMs: () => now })
  const call = (accountId: number, ok: boolean, times = 1) => {
    for (let n = 0; n < times; n += 1) health.observe(endpoint.path, accountId, ok, 10)
  }
  return {
    call,
    labelFor: (accountId?: number) => health.getStatus(endpoint, accountId),
    report: () => health.report([endpoint])[0],
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('createHealth', () => {
  test("one account's failures, however many, are shown to that account alone", () => {
    const { call, labelFor, report } = start()
    call(2, true, 6)
    call(1, false, 500)
    expect([labelFor(1), labelFor(2), labelFor()]).toEqual(['degraded', 'operational', 'operational'])
    expect(report()).toMatchObject({ status: 'operational' })
    call(2, false)
    expect(labelFor(2)).toBe('operational')
  })

  test('an endpoint that fails for several accounts is degraded for everyone', () => {
    const { call, labelFor, report } = start()
    call(1, false, 5)
    call(2, false, 5)
    expect([labelFor(), labelFor(3)]).toEqual(['degraded', 'degraded'])
    expect(report()).toMatchObject({ status: 'degraded', recent_calls: 10, failure_share: 1 })
  })

  test('many accounts with one call each count together', () => {
    const { call, labelFor } = start()
    for (let account = 1; account <= 10; account += 1) call(account, account % 3 !== 0)
    expect(labelFor()).toBe('degraded')
  })

  test('the only account of a server decides for it, until another one calls', () => {
    const { call, labelFor, pass } = start()
    call(1, false, 10)
    expect(labelFor()).toBe('degraded')
    call(2, true)
    expect([labelFor(), labelFor(1)]).toEqual(['operational', 'degraded'])
    pass(23 * 3_600_000)
    call(1, false, 10)
    expect(labelFor()).toBe('operational')
    pass(2 * 3_600_000)
    call(1, false, 10)
    expect(labelFor()).toBe('degraded')
  })

  test('many calls of one account do not displace the calls of other accounts', () => {
    const { call, report } = start()
    call(2, false, 20)
    call(3, false, 20)
    call(1, true, 500)
    expect(report()).toMatchObject({ status: 'degraded', recent_calls: 90 })
  })

  test('a drifted endpoint is degraded for everyone, however well its calls end, unless it is pinned', () => {
    const drifted = (path: string, provider?: string) => path === endpoint.path && provider !== 'other'
    const health = createHealth({ ...options, hasDrifted: drifted })
    health.observe(endpoint.path, 1, true, 10)
    expect([health.getStatus(endpoint), health.report([endpoint])[0]?.status]).toEqual([
      'degraded',
      'degraded',
    ])
    expect(health.reportProvider(endpoint.path, 'site').status).toBe('degraded')
    expect(health.reportProvider(endpoint.path, 'other').status).toBe('operational')
    const pinned = createHealth({
      ...options,
      pinned: { [endpoint.path]: 'operational' },
      hasDrifted: drifted,
    })
    expect([pinned.getStatus(endpoint), pinned.report([endpoint])[0]?.status]).toEqual([
      'operational',
      'operational',
    ])
  })
})
