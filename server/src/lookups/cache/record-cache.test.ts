// The record cache: accepted age, bounds and limited retention.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRecordCache } from './record-cache.ts'

const from = { provider: 'site', licence: null, source: null, fields: null, form: 'json', isPartial: false }

describe('createRecordCache', () => {
  test('serves a record up to the age the caller accepts, and states its age', async () => {
    let now = 1_000_000
    const cache = createRecordCache({ maxBytes: 10_000, nowMs: () => now })
    await cache.set('k', Buffer.from('{"a":1}'), from, null)
    expect(await cache.get('k', 0)).toBeUndefined()
    expect(await cache.get('k', 5)).toEqual({ body: Buffer.from('{"a":1}'), ageSeconds: 0, from })
    now += 5_999
    expect(await cache.get('k', 5)).toEqual({ body: Buffer.from('{"a":1}'), ageSeconds: 5, from })
    now += 1
    expect(await cache.get('k', 5)).toBeUndefined()
    expect(await cache.get('k', 60)).toEqual({ body: Buffer.from('{"a":1}'), ageSeconds: 6, from })
    await cache.set('k', Buffer.from('{"a":2}'), from, null)
    expect(await cache.get('k', 5)).toEqual({ body: Buffer.from('{"a":2}'), ageSeconds: 0, from })
    expect(await cache.get('other', 5)).toBeUndefined()
  })

  test('drops the least recently used entries when bytes or entries run out, and never stores a record that is too large', async () => {
    const cache = createRecordCache({ maxBytes: 3_000, maxEntries: 100 })
    for (const key of ['a', 'b', 'c']) await cache.set(key, Buffer.alloc(600), from, null)
    expect(await cache.get('a', 9)).toBeUndefined()
    expect(await cache.get('b', 9)).toBeDefined()
    await cache.set('large', Buffer.alloc(3_000), from, null)
    expect(await cache.get('large', 9)).toBeUndefined()
    expect(await cache.get('b', 9)).toBeDefined()
    const few = createRecordCache({ maxBytes: 1_000_000, maxEntries: 2 })
    for (const key of ['a', 'b', 'c']) await few.set(key, Buffer.from('1'), from, null)
    expect(await few.get('a', 9)).toBeUndefined()
    expect(await few.get('c', 9)).toBeDefined()
  })

  test('entries with limited retention expire, used or not', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    // The library takes time 0 for none.
    vi.advanceTimersByTime(1)
    const cache = createRecordCache({ maxBytes: 10_000 })
    await cache.set('bounded', Buffer.from('1'), from, 60)
    await cache.set('free', Buffer.from('1'), from, null)
    vi.advanceTimersByTime(59_000)
    expect(await cache.get('bounded', 99)).toBeDefined()
    vi.advanceTimersByTime(2_000)
    expect(await cache.get('bounded', 99)).toBeUndefined()
    expect(await cache.get('free', 99)).toBeDefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})
