// Calls that wait for one fetch: their time budgets, and when the fetch ends.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFetchWaiters } from './fetch-waiters.ts'

const pendingForever = <T = never>() => new Promise<T>(() => {})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The current state of a promise. */
function trackOutcome(promise: Promise<unknown>) {
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
  test('each call leaves at its own timeout, and the last one ends the work', async () => {
    const waiters = createFetchWaiters(30_000, null)
    const first = trackOutcome(waiters.join({ accountId: 'a' }).wait(pendingForever()))
    void waiters.whileFetching(() => pendingForever())
    await vi.advanceTimersByTimeAsync(29_000)
    const second = trackOutcome(waiters.join({ accountId: 'b' }).wait(pendingForever()))
    expect(waiters.remainingMs()).toBe(30_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([first.state, second.state]).toEqual(['the call timed out', 'waiting'])
    expect([...waiters.accounts()]).toEqual(['b'])
    expect(waiters.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(second.state).toBe('the call timed out')
    expect(waiters.signal.reason).toMatchObject({ reason: 'upstream_timeout' })
  })

  test('a waiter stays while a page is read; the next page is not fetched after its timeout', async () => {
    const waiters = createFetchWaiters(30_000, null)
    const early = trackOutcome(waiters.join({ accountId: 'a' }).wait(pendingForever()))
    await waiters.whileFetching(async () => {})
    await vi.advanceTimersByTimeAsync(20_000)
    const late = trackOutcome(waiters.join({ accountId: 'b' }).wait(pendingForever()))
    await vi.advanceTimersByTimeAsync(20_000)
    expect([early.state, late.state]).toEqual(['waiting', 'waiting'])
    void waiters.whileFetching(() => pendingForever())
    await vi.advanceTimersByTimeAsync(0)
    expect([early.state, late.state]).toEqual(['the call timed out', 'waiting'])
  })

  test('optional fetches get four fifths of the shortest remaining time', async () => {
    const waiters = createFetchWaiters(30_000, null)
    void waiters.join({ accountId: 'a' }, 20_000).wait(pendingForever())
    expect([waiters.remainingMs(), waiters.optionalMs()]).toEqual([20_000, 16_000])
    await vi.advanceTimersByTimeAsync(10_000)
    void waiters.join({ accountId: 'b' }).wait(pendingForever())
    expect([waiters.remainingMs(), waiters.optionalMs()]).toEqual([30_000, 6_000])
    await vi.advanceTimersByTimeAsync(7_000)
    expect(waiters.optionalMs()).toBe(-1_000)
  })

  test('a finished fetch does nothing any more', async () => {
    const waiters = createFetchWaiters(30_000, null)
    void waiters
      .join({ accountId: 'a' }, 0)
      .wait(pendingForever())
      .catch(() => {})
    const work = vi.fn(async () => {})
    await expect(waiters.whileFetching(work)).rejects.toThrow('the call timed out')
    expect(work).not.toHaveBeenCalled()
  })

  test('the timeout of patient calls is paused in a queue, up to a limit per queue', async () => {
    const waiters = createFetchWaiters(30_000, 600_000)
    const first = waiters.join({ accountId: 'a' })
    const left = trackOutcome(first.wait(pendingForever()))
    let start = () => {}
    void waiters.whileFetching(async () => {
      await waiters.whileQueued(
        () =>
          new Promise<void>((resolve) => {
            start = resolve
          }),
      )
      return pendingForever()
    })
    await vi.advanceTimersByTimeAsync(400_000)
    const second = waiters.join({ accountId: 'b' })
    const other = trackOutcome(second.wait(pendingForever()))
    await vi.advanceTimersByTimeAsync(200_000)
    expect([left.state, other.state]).toEqual(['the call timed out', 'waiting'])
    start()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(other.state).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(other.state).toBe('the call timed out')
  })

  test('the arrival and departure of an account are reported once, however many calls it has', () => {
    const waiters = createFetchWaiters(30_000, null)
    const notices: string[] = []
    waiters.watch((accountId, isThere) => notices.push(`${accountId} ${isThere ? 'comes' : 'goes'}`))
    const leaving = [new AbortController(), new AbortController()]
    for (const { signal } of leaving) waiters.join({ accountId: 'a', signal })
    waiters.join({ accountId: 'b' })
    for (const aborter of leaving) aborter.abort()
    expect(notices).toEqual(['a comes', 'b comes', 'a goes'])
  })

  test('only a call that joins before the first request is sent has joinedBeforeSend', () => {
    const waiters = createFetchWaiters(30_000, null)
    expect(waiters.join({ accountId: 'a' }).joinedBeforeSend).toBe(true)
    waiters.markSent()
    expect(waiters.join({ accountId: 'b' }).joinedBeforeSend).toBe(false)
  })
})
