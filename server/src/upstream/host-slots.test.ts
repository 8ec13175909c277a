import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHostSlots, type HostSlots, type Release } from './host-slots.ts'

const take = (slots: HostSlots, accountId: string, count = 4, signal?: AbortSignal) =>
  slots.acquire({ host: 'h', accountId, slots: count, waitMs: 1_000_000, signal })

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('createHostSlots', () => {
  test('goes round the accounts, however long one queue is', async () => {
    const slots = createHostSlots(100)
    const order: string[] = []
    const first = await take(slots, 'z', 1)
    const run = (accountId: string) =>
      take(slots, accountId, 1).then((release) => {
        order.push(accountId)
        release()
      })
    const all = [...['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(run)]
    first()
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  test('a single slot may be held by anyone', async () => {
    const slots = createHostSlots(10)
    const release = await take(slots, 'a', 1)
    release()
    release()
    expect(slots.stats()).toEqual({ queued: 0, active: 0 })
  })

  test('one account fills no more than half of the queue', async () => {
    const slots = createHostSlots(4)
    await take(slots, 'z', 1)
    void take(slots, 'a', 1)
    void take(slots, 'a', 1)
    await expect(take(slots, 'a', 1)).rejects.toThrow('too many')
    void take(slots, 'b', 1)
    void take(slots, 'c', 1)
    await expect(take(slots, 'd', 1)).rejects.toThrow('too many')
  })

  test('one who gives up while waiting leaves no trace', async () => {
    const slots = createHostSlots(4)
    const release = await take(slots, 'z', 1)
    const aborter = new AbortController()
    const waiting = take(slots, 'a', 1, aborter.signal)
    aborter.abort()
    await expect(waiting).rejects.toThrow('cancelled')
    expect(slots.stats()).toEqual({ queued: 0, active: 1 })
    release()
    expect(slots.stats()).toEqual({ queued: 0, active: 0 })
  })

  test('in any history: bounds hold, nobody who may start waits, and all is free at the end', async () => {
    const step = fc.record({
      account: fc.constantFrom('a', 'b', 'c'),
      act: fc.constantFrom('take', 'take', 'free', 'quit'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { maxLength: 60 }),
        async (count, steps) => {
          const slots = createHostSlots(1_000)
          const held: { account: string; release: Release }[] = []
          const waiting = new Map<AbortController, string>()
          for (const { account, act } of steps) {
            if (act === 'take') {
              const aborter = new AbortController()
              waiting.set(aborter, account)
              take(slots, account, count, aborter.signal)
                .then((release) => held.push({ account, release }))
                .catch(() => {})
                .finally(() => waiting.delete(aborter))
            } else if (act === 'free') held.shift()?.release()
            else [...waiting.keys()].at(-1)?.abort()
            await settled()
            const most = Math.max(1, Math.floor(count / 2))
            const own = (name: string) => held.filter((one) => one.account === name).length
            expect(slots.stats()).toEqual({ queued: waiting.size, active: held.length })
            expect(held.length).toBeLessThanOrEqual(count)
            for (const name of ['a', 'b', 'c']) expect(own(name)).toBeLessThanOrEqual(most)
            for (const name of waiting.values())
              expect(held.length === count || own(name) === most).toBe(true)
          }
          while (held.length > 0 || waiting.size > 0) {
            held.shift()?.release()
            await settled()
          }
          expect(slots.stats()).toEqual({ queued: 0, active: 0 })
        },
      ),
      { numRuns: 200 },
    )
  })
})
