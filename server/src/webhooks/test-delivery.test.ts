// The time after which a silent receiver is told of: the same however it failed. A server, a database and real
// receivers are in the whole-system tests.
import { expect, test } from 'vitest'
import type { Reads } from '../db/account-turns.ts'
import type { Delivered } from '../upstream/deliver.ts'
import { createTestDelivery } from './test-delivery.ts'

const account = { accountId: 1, accountSlug: 'acme' }
const reads = (() => ({ query: async () => ({ rows: [{ secret: 'whsec_x' }] }) })) as unknown as Reads

function trial(outcome: Delivered, tookMs: number) {
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
  return { delivery, slept, since: () => time - 1000 }
}

test.each([0, 1, 5_000, 10_050])(
  'a receiver that failed after %i ms is told of after eleven seconds',
  async (ms) => {
    const { delivery, since } = trial({ error: 'unreachable' }, ms)
    const told = await delivery.send(account, 'https://receiver.example/')
    expect(told).toEqual({
      delivery_id: expect.any(String),
      delivered: false,
      status: null,
      error: 'unreachable',
      ms: null,
    })
    expect(since()).toBe(11_000)
  },
)

test('a receiver that answered is told of at once, with its time', async () => {
  for (const [status, delivered] of [
    [204, true],
    [302, false],
    [500, false],
  ] as const) {
    const { delivery, slept } = trial({ status }, 40)
    expect(await delivery.send(account, 'https://receiver.example/')).toMatchObject({
      status,
      delivered,
      ms: 40,
    })
    expect(slept).toEqual([])
  }
})

test('ten a minute, and then 429', async () => {
  const { delivery } = trial({ status: 200 }, 0)
  for (let n = 0; n < 10; n += 1) await delivery.send(account, 'https://receiver.example/')
  await expect(delivery.send(account, 'https://receiver.example/')).rejects.toMatchObject({ status: 429 })
  const other = { accountId: 2, accountSlug: 'other' }
  expect(await delivery.send(other, 'https://receiver.example/')).toMatchObject({ delivered: true })
})

test('who waits for a silent receiver is answered when the server stops', async () => {
  const delivery = createTestDelivery({
    reads,
    deliver: { findProblem: () => null, post: async () => ({ error: 'unreachable' }) },
  })
  const waiting = delivery.send(account, 'https://receiver.example/')
  delivery.stopWaiting()
  expect(await waiting).toMatchObject({ error: 'unreachable' })
})
