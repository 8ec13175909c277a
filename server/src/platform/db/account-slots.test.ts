// Database slots are shared between accounts, with bounded queues.
import { afterEach, expect, test, vi } from 'vitest'
import { createAccountSlots } from './account-slots.ts'

const pendingForever = () => new Promise<never>(() => {})

afterEach(() => {
  vi.useRealTimers()
})

test('an account has half of the slots; the others have the rest', async () => {
  const withSlot = createAccountSlots(4)
  const started: (number | 'operator')[] = []
  const enqueueTurn = (account: number | 'operator') =>
    withSlot(account, () => {
      started.push(account)
      return pendingForever()
    }).catch(() => {})
  for (const account of [1, 1, 1, 1, 2, 'operator', 3] as const) void enqueueTurn(account)
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual([1, 1, 2, 'operator'])
})

test('a request that waits longer than five seconds is refused, and its slot goes to the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const withSlot = createAccountSlots(2)
  let end = () => {}
  const first = withSlot(1, () => new Promise<void>((resolve) => (end = resolve)))
  const late = withSlot(1, async () => 'never').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(4_999)
  const next = withSlot(1, async () => 'next')
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toMatchObject({ reason: 'rate_limited', status: 429, retryAfterSeconds: 1 })
  end()
  await first
  expect(await next).toBe('next')
})

test('a full queue refuses at once, and one account fills at most half of it', async () => {
  const withSlot = createAccountSlots(2)
  for (let n = 0; n < 501; n += 1) withSlot(1, pendingForever).catch(() => {})
  await expect(withSlot(1, pendingForever)).rejects.toMatchObject({ reason: 'rate_limited' })
  expect(await withSlot(2, async () => 'served')).toBe('served')
})

test('a failure releases the slot', async () => {
  const withSlot = createAccountSlots(1)
  await expect(withSlot(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withSlot(1, async () => 'served')).toBe('served')
})
