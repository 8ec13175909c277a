// Schedules of watches: which are accepted, when the next run is due, and how many were missed.
import { Cron } from 'croner'
import { expect, test, vi } from 'vitest'
import { firstRun, nextRun, readSchedule, resumedRun } from './schedule.ts'

const now = new Date('2031-05-31T10:00:00Z')
/** The runs of this watch have a delay of 16 seconds. */
const id = '0197d7a4-3c6e-7c1a-9a53-2f4f00000010'
const at = (text: string) => new Date(`2031-05-31T${text}Z`)

test.each([300, 2_592_000, '*/5 * * * *', '0 9 * * MON-FRI', ' 30  4 1 * * '])('%s is a schedule', (every) =>
  expect(readSchedule(every, now)).toBe(String(every).trim().replaceAll(/\s+/g, ' ')),
)

test.each([
  299,
  2_592_001,
  300.5,
  '300',
  '',
  '* * * *',
  '0 * * * * *',
  '@hourly',
  '61 * * * *',
  'a b c d e',
  '0 0 0 0 0',
])('%s is not a schedule', (every) =>
  expect(() => readSchedule(every, now)).toThrow(/Bad Request: every must be/),
)

test('a schedule that runs too often, or never, is refused', () => {
  for (const every of ['* * * * *', '*/4 * * * *', '0,3 9 * * *', '58,2 * * * *'])
    expect(() => readSchedule(every, now)).toThrow('every must not be closer than 300 seconds')
  for (const every of ['0 0 30 2 *', '0 0 31 4 +MON', '0 0 31 * +MON#1', '0 0 1 * +MON#L'])
    expect(() => readSchedule(every, now)).toThrow('every has no next run')
})

test('a run has the fixed delay of its watch', () => {
  expect(firstRun('3600', now, id)).toEqual(at('10:00:16'))
  expect(firstRun('0 * * * *', now, id)).toEqual(at('10:00:16'))
  expect(firstRun('0 * * * *', at('10:00:16'), id)).toEqual(at('11:00:16'))
})

test.each([
  ['300', '10:00:16', '10:00:17', '10:05:16', 0],
  ['300', '10:00:16', '10:05:15', '10:05:16', 0],
  ['300', '10:00:16', '10:05:16', '10:10:16', 1],
  ['300', '10:00:16', '11:00:00', '11:00:16', 11],
  ['*/5 * * * *', '10:00:16', '10:00:17', '10:05:16', 0],
  ['*/5 * * * *', '10:00:16', '11:00:00', '11:00:16', 11],
  ['0 * * * *', '10:00:16', '12:59:00', '13:00:16', 2],
  ['0 * * * *', '10:00:16', '12:00:16', '13:00:16', 2],
  // A run four minutes later is too close and is left out.
  ['58,2 * * * *', '10:58:16', '10:58:17', '11:58:16', 0],
])('%s due at %s and begun at %s: next at %s, %i missed', (every, due, begun, next, missed) =>
  expect(nextRun(every, at(due), at(begun), id)).toEqual({ next: at(next), missed }),
)

test('the next run of a rare schedule may be years away', () =>
  expect(
    nextRun('0 0 29 2 *', new Date('2096-02-29T00:00:16Z'), new Date('2096-03-01T00:00:00Z'), id).next,
  ).toEqual(new Date('2104-02-29T00:00:16Z')))

test('missed runs of several years are counted up to a bound', () => {
  const { next, missed } = nextRun('*/5 * * * *', at('10:00:16'), new Date('2033-01-01T00:01:00Z'), id)
  expect([next, missed]).toEqual([new Date('2033-01-01T00:05:16Z'), 10_000])
  // The time of the cron line is over, the delay of the watch is not.
  const runInRange = nextRun('*/5 * * * *', at('10:00:16'), new Date('2033-01-01T00:00:10Z'), id)
  expect(runInRange.next).toEqual(new Date('2033-01-01T00:00:16Z'))
})

/** Counts the calls of croner; one of its own searches counts as ten thousand. */
function countCronWork(work: () => unknown): number {
  const match = vi.spyOn(Cron.prototype, 'match')
  const searches = [vi.spyOn(Cron.prototype, 'nextRun'), vi.spyOn(Cron.prototype, 'nextRuns')]
  work()
  const count =
    match.mock.calls.length + searches.reduce((sum, { mock }) => sum + mock.calls.length * 10_000, 0)
  vi.restoreAllMocks()
  return count
}

test('counting the missed runs of 40 days takes a few calls of croner per day', () => {
  const begun = new Date(now.getTime() + 40 * 86_400_000)
  expect(countCronWork(() => nextRun('*/5 * * * *', at('10:00:16'), begun, id))).toBeLessThan(200)
  expect(nextRun('*/10 * * * *', at('10:00:16'), begun, id).missed).toBe(40 * 144 - 1)
  expect(nextRun('0 9 * * MON-FRI', at('10:00:16'), begun, id).missed).toBe(29)
})

test.each(['0 9 29 2 *', '0 9 29 2 +MON', '0 0 30 2 *', '0 0 31 * +MON#1', '58,2 23,0 13 * +FRI'])(
  'reading the rare line %s takes a bounded search',
  (every) => {
    const read = () => {
      try {
        readSchedule(every, now)
      } catch {}
    }
    expect(countCronWork(read)).toBeLessThan(2_500)
  },
)

test('runs that are too close across midnight are refused only on consecutive days', () => {
  expect(() => readSchedule('58,2 23,0 * * *', now)).toThrow('every must not be closer than 300 seconds')
  expect(readSchedule('0,58 0,23 * * MON', now)).toBe('0,58 0,23 * * MON')
  expect(readSchedule('0 9 29 2 +MON', now)).toBe('0 9 29 2 +MON')
})

test.each([
  // Resumed before the due run, and after several missed ones.
  ['3600', '09:59:00', '09:59:10', '09:59:16'],
  ['3600', '09:59:00', '10:10:00', '10:59:16'],
  ['3600', '09:59:00', '10:59:16', '11:59:16'],
  ['2592000', '00:00:00', '10:00:00', '2031-06-30T00:00:16Z'],
  ['0 * * * *', '09:59:00', '12:30:00', '13:00:16'],
])('%s made at %s and resumed at %s runs at %s, as if never paused', (every, created, resumed, next) =>
  expect(resumedRun(every, at(created), at(resumed), id)).toEqual(
    next.includes('T') ? new Date(next) : at(next),
  ),
)
