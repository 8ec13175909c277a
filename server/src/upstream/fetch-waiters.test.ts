import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFetchWaiters } from './fetch-waiters.ts'

const never = <T = never>() => new Promise<T>(() => {})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a promise has come to so far. */
function outcomeOf(promise: Promise<unknown>) {
  const seen: { state: string } = { state: 'waiting' }
  promise.then(
    () => {
      seen.state = 'done'
    },
    (error: Error) => {
      seen.state = error.message
    },
  )
  return seen
}

describe('createFetchWaiters', () => {
  test('each call leaves at its own time, and the last ends the work', async () => {
    const party = createFetchWaiters(30_000, null)
    const first = outcomeOf(party.join({ accountId: 'a' }).wait(never()))
    void party.fetching(() => never())
    await vi.advanceTimersByTimeAsync(29_000)
    const second = outcomeOf(party.join({ accountId: 'b' }).wait(never()))
    expect(party.remainingMs()).toBe(30_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([first.state, second.state]).toEqual(['the time of the call is up', 'waiting'])
    expect([...party.accounts()]).toEqual(['b'])
    expect(party.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(second.state).toBe('the time of the call is up')
    expect(party.signal.reason).toMatchObject({ reason: 'upstream_timeout' })
  })

  test('nobody leaves while a page is read; the next page is not fetched for one whose time is up', async () => {
    const party = createFetchWaiters(30_000, null)
    const early = outcomeOf(party.join({ accountId: 'a' }).wait(never()))
    await party.fetching(async () => {})
    await vi.advanceTimersByTimeAsync(20_000)
    const late = outcomeOf(party.join({ accountId: 'b' }).wait(never()))
    await vi.advanceTimersByTimeAsync(20_000)
    expect([early.state, late.state]).toEqual(['waiting', 'waiting'])
    void party.fetching(() => never())
    await vi.advanceTimersByTimeAsync(0)
    expect([early.state, late.state]).toEqual(['the time of the call is up', 'waiting'])
  })

  test('what the calls can do without takes four fifths of the time of whoever leaves first', async () => {
    const party = createFetchWaiters(30_000, null)
    void party.join({ accountId: 'a' }, 20_000).wait(never())
    expect([party.remainingMs(), party.optionalMs()]).toEqual([20_000, 16_000])
    await vi.advanceTimersByTimeAsync(10_000)
    void party.join({ accountId: 'b' }).wait(never())
    expect([party.remainingMs(), party.optionalMs()]).toEqual([30_000, 6_000])
    await vi.advanceTimersByTimeAsync(7_000)
    expect(party.optionalMs()).toBe(-1_000)
  })

  test('what is over does nothing any more', async () => {
    const party = createFetchWaiters(30_000, null)
    void party
      .join({ accountId: 'a' }, 0)
      .wait(never())
      .catch(() => {})
    const work = vi.fn(async () => {})
    await expect(party.fetching(work)).rejects.toThrow('the time of the call is up')
    expect(work).not.toHaveBeenCalled()
  })

  test('the time of patient calls stands still in a line, where each may stand so long', async () => {
    const party = createFetchWaiters(30_000, 600_000)
    const first = party.join({ accountId: 'a' })
    const left = outcomeOf(first.wait(never()))
    let start = () => {}
    void party.fetching(async () => {
      await party.whileQueued(
        () =>
          new Promise<void>((resolve) => {
            start = resolve
          }),
      )
      return never()
    })
    await vi.advanceTimersByTimeAsync(400_000)
    const second = party.join({ accountId: 'b' })
    const other = outcomeOf(second.wait(never()))
    await vi.advanceTimersByTimeAsync(200_000)
    expect([left.state, other.state]).toEqual(['the time of the call is up', 'waiting'])
    start()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(other.state).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(other.state).toBe('the time of the call is up')
  })

  test('an account is told of once, however many calls it has there', () => {
    const party = createFetchWaiters(30_000, null)
    const told: string[] = []
    party.watch((accountId, isThere) => told.push(`${accountId} ${isThere ? 'comes' : 'goes'}`))
    const leaving = [new AbortController(), new AbortController()]
    for (const { signal } of leaving) party.join({ accountId: 'a', signal })
    party.join({ accountId: 'b' })
    for (const aborter of leaving) aborter.abort()
    expect(told).toEqual(['a comes', 'b comes', 'a goes'])
  })

  test('a call that comes before anything was sent is a founder', () => {
    const party = createFetchWaiters(30_000, null)
    expect(party.join({ accountId: 'a' }).joinedBeforeSend).toBe(true)
    party.noteSent()
    expect(party.join({ accountId: 'b' }).joinedBeforeSend).toBe(false)
  })
})
