import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createFairSlots,
  type FairSlots,
  type Slot,
  toWaitingAccount,
  type WaitingAccounts,
} from './fair-slots.ts'

const take = (slots: FairSlots, accountId: string, places = 4, signal?: AbortSignal) =>
  slots.take({ party: toWaitingAccount(accountId), places, signal })

/** A party that accounts join and leave when the test says so. */
function openParty(...first: string[]) {
  const there = new Set(first)
  const watchers = new Set<Parameters<WaitingAccounts['watch']>[0]>()
  const tell = (accountId: string, isThere: boolean) => {
    for (const told of [...watchers]) told(accountId, isThere)
  }
  return {
    accounts: () => there,
    watch(told: Parameters<WaitingAccounts['watch']>[0]) {
      watchers.add(told)
      return () => watchers.delete(told)
    },
    join(accountId: string) {
      there.add(accountId)
      tell(accountId, true)
    },
    leave(accountId: string) {
      there.delete(accountId)
      tell(accountId, false)
    },
    watchers,
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('createFairSlots', () => {
  test('goes round the accounts, however long one line is', async () => {
    const slots = createFairSlots(100)
    const order: string[] = []
    const first = await take(slots, 'z', 1)
    const run = (accountId: string) =>
      take(slots, accountId, 1).then((place) => {
        order.push(accountId)
        place?.release()
      })
    const all = [...['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(run)]
    first?.release()
    await Promise.all(all)
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  test('a single place may be held by anyone, and is given back once', async () => {
    const slots = createFairSlots(10)
    const place = await take(slots, 'a', 1)
    place?.release()
    place?.release()
    expect(slots.stats()).toEqual({ queued: 0, active: 0 })
  })

  test('one account fills no more than half of the line', async () => {
    const slots = createFairSlots(4)
    await take(slots, 'z', 1)
    void take(slots, 'a', 1)
    void take(slots, 'a', 1)
    expect(await take(slots, 'a', 1)).toBeUndefined()
    void take(slots, 'b', 1)
    void take(slots, 'c', 1)
    expect(await take(slots, 'd', 1)).toBeUndefined()
  })

  test('one who gives up while waiting leaves no trace', async () => {
    const slots = createFairSlots(4)
    const place = await take(slots, 'z', 1)
    const aborter = new AbortController()
    const waiting = take(slots, 'a', 1, aborter.signal)
    aborter.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
    expect(slots.stats()).toEqual({ queued: 0, active: 1 })
    place?.release()
    expect(slots.stats()).toEqual({ queued: 0, active: 0 })
  })

  test('shared work starts at once when one joins that may start', async () => {
    const slots = createFairSlots(100)
    await take(slots, 'a')
    await take(slots, 'a')
    void take(slots, 'a')
    const party = openParty('a')
    const shared = slots.take({ party, places: 4 })
    await settled()
    expect(slots.stats()).toEqual({ queued: 2, active: 2 })
    party.join('b')
    expect(await shared).toMatchObject({ accountId: 'b' })
    expect(slots.stats()).toEqual({ queued: 1, active: 3 })
    expect(party.watchers.size).toBe(0)
  })

  test('shared work stands at the end of the line of the one who joins, and takes the first turn that comes', async () => {
    const slots = createFairSlots(100)
    const order: string[] = []
    const held = await take(slots, 'z', 1)
    const run = (name: string, party: WaitingAccounts) =>
      slots.take({ party, places: 1 }).then((place) => {
        order.push(`${name} as ${place?.accountId}`)
        place?.release()
      })
    const shared = openParty('a')
    const all = [
      ...[1, 2, 3, 4].map((n) => run(`a${n}`, toWaitingAccount('a'))),
      run('shared', shared),
      run('b1', toWaitingAccount('b')),
    ]
    await settled()
    shared.join('b')
    all.push(run('b2', toWaitingAccount('b')))
    await settled()
    held?.release()
    await Promise.all(all)
    expect(order).toEqual(['a1 as a', 'b1 as b', 'a2 as a', 'shared as b', 'a3 as a', 'b2 as b', 'a4 as a'])
    expect(slots.stats()).toEqual({ queued: 0, active: 0 })
  })

  test('an account that leaves takes its turn along', async () => {
    const slots = createFairSlots(100)
    const held = await take(slots, 'z', 1)
    const party = openParty('a', 'b')
    const shared = slots.take({ party, places: 1 })
    const last = take(slots, 'c', 1)
    party.leave('a')
    held?.release()
    const place = await shared
    expect(place?.accountId).toBe('b')
    place?.release()
    expect((await last)?.accountId).toBe('c')
  })

  test('in any history: bounds hold, nobody who may start waits, and all is free at the end', async () => {
    const names = ['a', 'b', 'c']
    const step = fc.record({
      account: fc.constantFrom(...names),
      act: fc.constantFrom('take', 'take', 'free', 'quit', 'join'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(step, { maxLength: 60 }),
        async (places, steps) => {
          const slots = createFairSlots(1_000)
          const held: Slot[] = []
          const waiting = new Map<AbortController, ReturnType<typeof openParty>>()
          for (const { account, act } of steps) {
            if (act === 'take') {
              const aborter = new AbortController()
              const party = openParty(account)
              waiting.set(aborter, party)
              slots
                .take({ party, places, signal: aborter.signal })
                .then((place) => place && held.push(place))
                .catch(() => {})
                .finally(() => waiting.delete(aborter))
            } else if (act === 'free') held.shift()?.release()
            else if (act === 'quit') [...waiting.keys()].at(-1)?.abort()
            else [...waiting.values()].at(-1)?.join(account)
            await settled()
            const most = Math.max(1, Math.floor(places / 2))
            const own = (name: string) => held.filter((one) => one.accountId === name).length
            expect(slots.stats()).toEqual({ queued: waiting.size, active: held.length })
            expect(held.length).toBeLessThanOrEqual(places)
            for (const name of names) expect(own(name)).toBeLessThanOrEqual(most)
            for (const party of waiting.values())
              for (const name of party.accounts())
                expect(held.length === places || own(name) === most).toBe(true)
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
