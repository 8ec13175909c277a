import { expect, test } from 'vitest'
import { firstRun, nextRun, readSchedule } from './schedule.ts'

const now = new Date('2031-05-31T10:00:00Z')
/** Its runs come 16 seconds late. */
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
])('%s is none', (every) => expect(() => readSchedule(every, now)).toThrow(/Bad Request: every must be/))

test('what comes too often, or never, is none', () => {
  for (const every of ['* * * * *', '*/4 * * * *', '0,3 9 * * *', '58,2 * * * *'])
    expect(() => readSchedule(every, now)).toThrow('every must not be closer than 300 seconds')
  expect(() => readSchedule('0 0 30 2 *', now)).toThrow('every never comes')
})

test('a run comes after its own share of the first minutes', () => {
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
  // What comes four minutes later is too close, and left out.
  ['58,2 * * * *', '10:58:16', '10:58:17', '11:58:16', 0],
])('%s due at %s and begun at %s: next at %s, %i missed', (every, due, begun, next, missed) =>
  expect(nextRun(every, at(due), at(begun), id)).toEqual({ next: at(next), missed }),
)

test('a schedule whose end was reached has no next run', () =>
  expect(
    nextRun('0 0 29 2 *', new Date('2096-02-29T00:00:16Z'), new Date('2096-03-01T00:00:00Z'), id).next,
  ).toEqual(new Date('2104-02-29T00:00:16Z')))

test('years of standing still are counted up to a bound', () => {
  const { next, missed } = nextRun('*/5 * * * *', at('10:00:16'), new Date('2033-01-01T00:01:00Z'), id)
  expect([next, missed]).toEqual([new Date('2033-01-01T00:05:16Z'), 10_000])
  // A moment of the line that has passed, and whose own share of minutes has not.
  const within = nextRun('*/5 * * * *', at('10:00:16'), new Date('2033-01-01T00:00:10Z'), id)
  expect(within.next).toEqual(new Date('2033-01-01T00:00:16Z'))
})
