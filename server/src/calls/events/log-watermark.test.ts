// Up to which number the log is complete while transactions are writing.
import { expect, test } from 'vitest'
import { createWatermark } from './log-watermark.ts'

const reading = (number: number, ...writers: string[]) => ({ number, writers, seconds: 0 })

test('the log is complete up to a number when all its writers at that time have ended', () => {
  const watermark = createWatermark()
  watermark.update(reading(5), 0)
  expect(watermark.read()).toBe(5)
  watermark.update(reading(8, '3/1', '4/7'), 0)
  watermark.update(reading(12, '4/7', '5/2'), 0)
  expect([watermark.read(), watermark.isWaiting()]).toEqual([5, true])
  watermark.update(reading(20, '3/2', '5/2'), 0)
  expect([watermark.read(), watermark.isWaiting()]).toEqual([8, true])
  watermark.update(reading(21, '3/9'), 0)
  expect(watermark.read()).toBe(20)
  watermark.update(reading(22), 0)
  expect([watermark.read(), watermark.isWaiting()]).toEqual([22, false])
})

test('a writer without a number does not hold back the watermark', () => {
  const watermark = createWatermark()
  watermark.update(reading(5), 0)
  watermark.update(reading(5, '3/1'), 0)
  expect([watermark.read(), watermark.isWaiting()]).toEqual([5, false])
})

test('a writer is waited for no longer than a transaction of Quarry can last', () => {
  const watermark = createWatermark()
  watermark.update(reading(5, '3/1'), 0)
  watermark.update(reading(9, '3/1'), 90_000)
  expect(watermark.read()).toBe(0)
  watermark.update(reading(9, '3/1'), 90_001)
  expect([watermark.read(), watermark.isWaiting()]).toEqual([5, true])
})
