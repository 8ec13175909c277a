import { expect, test } from 'vitest'
import { createHorizon } from './horizon.ts'

const reading = (number: number, ...writers: string[]) => ({ number, writers, seconds: 0 })

test('a number is settled when all who were writing when it was the last have ended', () => {
  const horizon = createHorizon()
  horizon.see(reading(5), 0)
  expect(horizon.settled()).toBe(5)
  horizon.see(reading(8, '3/1', '4/7'), 0)
  horizon.see(reading(12, '4/7', '5/2'), 0)
  expect([horizon.settled(), horizon.isWaiting()]).toEqual([5, true])
  horizon.see(reading(20, '3/2', '5/2'), 0)
  expect([horizon.settled(), horizon.isWaiting()]).toEqual([8, true])
  horizon.see(reading(21, '3/9'), 0)
  expect(horizon.settled()).toBe(20)
  horizon.see(reading(22), 0)
  expect([horizon.settled(), horizon.isWaiting()]).toEqual([22, false])
})

test('a writer that has taken no number holds up nothing', () => {
  const horizon = createHorizon()
  horizon.see(reading(5), 0)
  horizon.see(reading(5, '3/1'), 0)
  expect([horizon.settled(), horizon.isWaiting()]).toEqual([5, false])
})

test('nobody is waited for longer than a transaction of ours may live', () => {
  const horizon = createHorizon()
  horizon.see(reading(5, '3/1'), 0)
  horizon.see(reading(9, '3/1'), 90_000)
  expect(horizon.settled()).toBe(0)
  horizon.see(reading(9, '3/1'), 90_001)
  expect([horizon.settled(), horizon.isWaiting()]).toEqual([5, true])
})
