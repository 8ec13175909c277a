// Slots are granted round-robin over accounts, also for work that several accounts share.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createFairSlots,
  type FairSlots,
  type Slot,
  toWaitingAccount,
  type WaitingAccounts,
} from './fair-slots.ts'

const take = (slots: FairSlots, accountId: string, maxSlots = 4, signal?: AbortSignal) =>
  slots.take({ waiters: toWaitingAccount(accountId), maxSlots, signal })

/** Waiters that the test adds and removes. */
function createWaiters(...first: string[]) {
  const joined = new Set(first)
  const watchers = new Set<Parameters<WaitingAccounts['watch']>[0]>()
  const notify = (accountId: string, hasJoined: boolean) => {
    for (const onChange of [...watchers]) onChange(accountId, hasJoined)
  }
  return {
    accounts: () => joined,
    watch(onChange: Parameters<WaitingAccounts['watch']>[0]) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    join(accountId: string) {
      joined.add(accountId)
      notify(accountId, true)
    },
    leave(accountId: string) {
      joined.delete(accountId)
      notify(accountId, false)
    },
    watchers,
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('createFairSlots', () => {
  test('grants slots round-robin, however long the queue of one account is', async () => {
    const slots = createFairSlots(100)
    const order: string[] = []
    const first = await take(slots, 'z', 1)
    const run = (accountId: string) =>
      take(slots, accountId, 1).then((slot) => {
        order.push(accountId)
        slot?.release()
      })
    const all = [...['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(run)]
    first?.release()
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  test('one account may hold the only slot, and releasing it twice counts once', async () => {
    const slots = createFairSlots(10)
    const slot = await take(slots, 'a', 1)
    slot?.release()
    slot?.release()
    expect(slots.stats()).toEqual({ queued: 0, active: 0 })
  })

  test('one account takes at most half of the queue', async () => {
    const slots = createFairSlots(4)
    await take(slots, 'z', 1)
    void take(slots, 'a', 1)
    void take(slots, 'a', 1)
    expect(await take(slots, 'a', 1)).toBeUndefined()
    void take(slots, 'b', 1)
    void take(slots, 'c', 1)
    expect(await take(slots, 'd', 1)).toBeUndefined()
  })

  test('claims of one account get slots in order, and an aborted one gets none', async () => {
    const slots = createFairSlots(Number.POSITIVE_INFINITY)
    const first = await take(slots, 'a', 1)
    const order: string[] = []
    const run = (name: string) =>
      take(slots, 'a', 1).then((slot) => {
        order.push(name)
        slot?.release()
      })
    const aborter = new AbortController()
    const gaveUp = take(slots, 'a', 1, aborter.signal)
    const all = [run('second'), run('third')]
    aborter.abort(new Error('late'))
    await expect(gaveUp).rejects.toThrow('late')
    first?.release()
    await Promise.all(all)
    expect(order).toEqual(['second', 'third'])
    await take(slots, 'a', 1)
  })

  test('a claim that is already aborted takes no slot', async () => {
    const slots = createFairSlots(Number.POSITIVE_INFINITY)
    const over = AbortSignal.abort(new Error('over'))
    await expect(take(slots, 'a', 1, over)).rejects.toThrow('over')
    await take(slots, 'a', 1)
  })

  test('an aborted claim leaves the queue', async () => {
    const slots = createFairSlots(4)
    const slot = await take(slots, 'z', 1)
    const aborter = new AbortController()
    const waiting = take(slots, 'a', 1, aborter.signal)
    aborter.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    expect(slots.stats()).toEqual({ queued: 0, active: 1 })
    slot?.release()
    expect(slots.stats()).toEqual({ queued: 0, active: 0 })
  })

  test('shared work starts at once when an account with a free slot joins', async () => {
    const slots = createFairSlots(100)
    await take(slots, 'a')
    await take(slots, 'a')
    void take(slots, 'a')
    const waiters = createWaiters('a')
    const shared = slots.take({ waiters, maxSlots: 4 })
    await settled()
    expect(slots.stats()).toEqual({ queued: 2, active: 2 })
    waiters.join('b')
    expect(await shared).toMatchObject({ accountId: 'b' })
    expect(slots.stats()).toEqual({ queued: 1, active: 3 })
    expect(waiters.watchers.size).toBe(0)
  })

  test('shared work joins the end of the queue of a new account and starts with the first slot of any account', async () => {
    const slots = createFairSlots(100)
    const order: string[] = []
    const heldSlots = await take(slots, 'z', 1)
    const run = (name: string, waiters: WaitingAccounts) =>
      slots.take({ waiters, maxSlots: 1 }).then((slot) => {
        order.push(`${name} as ${slot?.accountId}`)
        slot?.release()
      })
    const shared = createWaiters('a')
    const all = [
      ...[1, 2, 3, 4].map((n) => run(`a${n}`, toWaitingAccount('a'))),
      run('shared', shared),
      run('b1', toWaitingAccount('b')),
    ]
    await settled()
    shared.join('b')
    all.push(run('b2', toWaitingAccount('b')))
    await settled()
    heldSlots?.release()
    await Promise.all(all)
    expect(order).toEqual(['a1 as a', 'b1 as b', 'a2 as a', 'shared as b', 'a3 as a', 'b2 as b', 'a4 as a'])
    expect(slots.stats()).toEqual({ queued: 0, active: 0 })
  })

  test('an account that leaves no longer counts for shared work', async () => {
    const slots = createFairSlots(100)
    const heldSlots = await take(slots, 'z', 1)
    const waiters = createWaiters('a', 'b')
    const shared = slots.take({ waiters, maxSlots: 1 })
    const last = take(slots, 'c', 1)
    waiters.leave('a')
    heldSlots?.release()
    const slot = await shared
    expect(slot?.accountId).toBe('b')
    slot?.release()
    expect((await last)?.accountId).toBe('c')
  })

  test('in any history: limits hold, no claim waits that could start, and all slots are free at the end', async () => {
    const names = ['a', 'b', 'c']
    const step = fc.record({
      account: fc.constantFrom(...names),
      act: fc.constantFrom('take', 'take', 'free', 'quit', 'join'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { maxLength: 60 }),
        async (maxSlots, steps) => {
          const slots = createFairSlots(1_000)
          const heldSlots: Slot[] = []
          const waiting = new Map<AbortController, ReturnType<typeof createWaiters>>()
          for (const { account, act } of steps) {
            if (act === 'take') {
              const aborter = new AbortController()
              const waiters = createWaiters(account)
              waiting.set(aborter, waiters)
              slots
                .take({ waiters, maxSlots, signal: aborter.signal })
                .then((slot) => slot && heldSlots.push(slot))
                .catch(() => {})
                .finally(() => waiting.delete(aborter))
            } else if (act === 'free') heldSlots.shift()?.release()
            else if (act === 'quit') [...waiting.keys()].at(-1)?.abort()
            else [...waiting.values()].at(-1)?.join(account)
            await settled()
            const maxPerAccount = Math.max(1, Math.floor(maxSlots / 2))
            const own = (name: string) => heldSlots.filter((one) => one.accountId === name).length
            expect(slots.stats()).toEqual({ queued: waiting.size, active: heldSlots.length })
            expect(heldSlots.length).toBeLessThanOrEqual(maxSlots)
            for (const name of names) expect(own(name)).toBeLessThanOrEqual(maxPerAccount)
            for (const waiters of waiting.values())
              for (const name of waiters.accounts())
                expect(heldSlots.length === maxSlots || own(name) === maxPerAccount).toBe(true)
          }
          while (heldSlots.length > 0 || waiting.size > 0) {
            heldSlots.shift()?.release()
            await settled()
          }
          expect(slots.stats()).toEqual({ queued: 0, active: 0 })
        },
      ),
      { numRuns: 200 },
    )
  })
})
