// Splitting a range of days into windows for searches of EDGAR.
import { expect, test } from 'vitest'
import { listWindows, subtractDays, toRegisterDay } from './edgar-index.ts'

test('the day is that of New York, where the register is', () => {
  expect(toRegisterDay(new Date('2026-11-16T03:00:00Z'))).toBe('2026-11-15')
  expect(toRegisterDay(new Date('2026-11-16T05:00:01Z'))).toBe('2026-11-16')
  expect(toRegisterDay(new Date('2026-07-01T03:59:00Z'))).toBe('2026-06-30')
  expect(subtractDays('2027-03-01', 1)).toBe('2027-02-28')
})

test('a weekend is in the window of its Friday', () => {
  expect([...listWindows({ from: '2026-11-05', to: '2026-11-15' })]).toEqual([
    { from: '2026-11-13', to: '2026-11-15' },
    { from: '2026-11-12', to: '2026-11-12' },
    { from: '2026-11-11', to: '2026-11-11' },
    { from: '2026-11-10', to: '2026-11-10' },
    { from: '2026-11-09', to: '2026-11-09' },
    { from: '2026-11-06', to: '2026-11-08' },
    { from: '2026-11-05', to: '2026-11-05' },
  ])
  expect([...listWindows({ from: '2026-11-14', to: '2026-11-15' })]).toEqual([
    { from: '2026-11-14', to: '2026-11-15' },
  ])
})

test('every day is in exactly one window, for any first and last day', () => {
  for (let back = 0; back < 9; back += 1)
    for (let days = 0; days <= 360; days += 13) {
      const to = subtractDays('2026-11-15', back)
      const from = subtractDays(to, days)
      let next = to
      for (const window of listWindows({ from, to })) {
        expect(window.to).toBe(next)
        expect(window.from <= window.to).toBe(true)
        next = subtractDays(window.from, 1)
      }
      expect(next).toBe(subtractDays(from, 1))
    }
})
