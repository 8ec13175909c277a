// When a failed receiver is reported: always after the same time. Whole-system tests use a server and real receivers.
import { expect, test } from 'vitest'
import type { Delivered } from '../../fetching/deliver.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { createTestDelivery } from './test-delivery.ts'

const account = { accountId: 1, accountSlug: 'acme' }
const reads = (() => ({ query: async () => ({ rows: [{ secret: 'whsec_x' }] }) })) as unknown as Reads

function createTrial(outcome: Delivered, tookMs: number) {
  let time = 1000
  const slept: number[] = []
  const delivery = createTestDelivery({
    reads,
    deliver: {
      findProblem: () => null,
      post: async () => {
        time += tookMs
        return outcome
      },
    },
    now: () => time,
    sleep: async (ms) => {
      slept.push(ms)
      time += ms
    },
  })
  return { delivery, slept, elapsedMs: () => time - 1000 }
}

test.each([0, 1, 5_000, 10_050])(
  'a receiver that failed after %i ms is reported after eleven seconds',
  async (ms) => {
    const { delivery, elapsedMs } = createTrial({ error: 'unreachable' }, ms)
    const result = await delivery.send(account, 'https://receiver.example/')
    expect(result).toEqual({
      delivery_id: expect.any(String),
      delivered: false,
      status: null,
      error: 'unreachable',
      ms: null,
    })
    expect(elapsedMs()).toBe(11_000)
  },
)

test('a receiver that answered is reported at once, with its time', async () => {
  for (const [status, delivered] of [
    [204, true],
    [302, false],
    [500, false],
  ] as const) {
    const { delivery, slept } = createTrial({ status }, 40)
    expect(await delivery.send(account, 'https://receiver.example/')).toMatchObject({
      status,
      delivered,
      ms: 40,
    })
    expect(slept).toEqual([])
  }
})

test('ten requests a minute are allowed, then 429', async () => {
  const { delivery } = createTrial({ status: 200 }, 0)
  for (let n = 0; n < 10; n += 1) await delivery.send(account, 'https://receiver.example/')
  await expect(delivery.send(account, 'https://receiver.example/')).rejects.toMatchObject({ status: 429 })
  const other = { accountId: 2, accountSlug: 'other' }
  expect(await delivery.send(other, 'https://receiver.example/')).toMatchObject({ delivered: true })
})

test('a test that waits for a silent receiver is answered when the server stops', async () => {
  const delivery = createTestDelivery({
    reads,
    deliver: { findProblem: () => null, post: async () => ({ error: 'unreachable' }) },
  })
  const waiting = delivery.send(account, 'https://receiver.example/')
  delivery.stopWaiting()
  expect(await waiting).toMatchObject({ error: 'unreachable' })
})
