// Dates and times as pages write them, and relative times.
import { describe, expect, test } from 'vitest'
import { fromRfc822, toDate, toDateTime } from './dates.ts'
import { fromRelativeTime, relativeTime } from './relative-time.ts'

describe('toDate', () => {
  test('takes the day of a date or date-time', () => {
    expect(['2026-03-04', ' 2026-03-04T23:00:00+02:00', '2024-02-29 10:00'].map(toDate)).toEqual([
      '2026-03-04',
      '2026-03-04',
      '2024-02-29',
    ])
  })

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '04/03/2026',
    '2026-3-4',
    '2026-03-045',
    '',
    null,
    20260304,
  ])('is null for %s', (value) => {
    expect(toDate(value)).toBeNull()
  })
})

describe('toDateTime', () => {
  test.each([
    ['2026-03-04T19:30:00Z', '2026-03-04T19:30:00', '2026-03-04T19:30:00Z'],
    ['2026-03-04T19:30:00.123+01:00', '2026-03-04T19:30:00', '2026-03-04T18:30:00Z'],
    ['2026-03-04T19:30:00-0530', '2026-03-04T19:30:00', '2026-03-05T01:00:00Z'],
    ['2026-03-04 19:30+02', '2026-03-04T19:30:00', '2026-03-04T17:30:00Z'],
    ['2026-12-31T23:59:59-01:00', '2026-12-31T23:59:59', '2027-01-01T00:59:59Z'],
    ['2026-03-04T19:30', '2026-03-04T19:30:00', null],
  ])('reads %s', (text, local, utc) => {
    expect(toDateTime(text)).toEqual({ local, utc })
  })

  test.each([
    '2026-03-04',
    '2026-03-04T24:00:00Z',
    '2026-03-04T19:60',
    '2026-02-30T10:00',
    '2026-03-04T19:30 or so',
    7,
  ])('is null for %s', (value) => {
    expect(toDateTime(value)).toBeNull()
  })
})

describe('fromRfc822', () => {
  test.each([
    ['Tue, 03 Feb 2026 09:15:00 GMT', '2026-02-03T09:15:00.000Z'],
    ['3 Feb 26 09:15 EST', '2026-02-03T14:15:00.000Z'],
    ['Sat, 31 Jan 1998 23:30:00 +0200', '1998-01-31T21:30:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(fromRfc822(text)?.toISOString()).toBe(iso)
  })

  test.each([
    'Tue, 31 Feb 2026 09:15:00 GMT',
    'Tue, 03 Foo 2026 09:15:00 GMT',
    '03 Feb 2026 09:15:00 XYZ',
    '2026-02-03',
    '',
    null,
  ])('is null for %s', (value) => {
    expect(fromRfc822(value)).toBeNull()
  })
})

describe('relative times', () => {
  const now = new Date('2026-06-15T12:00:00Z')
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

  test.each([
    [0, '0 seconds ago'],
    [59, '59 seconds ago'],
    [60, '1 minute ago'],
    [3 * 3600 + 3599, '3 hours ago'],
    [86_400, '1 day ago'],
    [7 * 86_400, '1 week ago'],
    [45 * 86_400, '1 month ago'],
    [800 * 86_400, '2 years ago'],
    [-50, '0 seconds ago'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(relativeTime(ago(seconds), now)).toBe(text)
  })

  test('formats other languages, and uses English for an unknown one', () => {
    expect(relativeTime(ago(7200), now, 'fr')).toBe('il y a 2 heures')
    expect(relativeTime(ago(7200), now, 'not a language')).toBe('2 hours ago')
  })

  test.each([
    ['3 hours ago', 3 * 3600],
    ['an hour ago', 3600],
    ['2d', 2 * 86_400],
    ['5 mins ago', 300],
    ['1 month ago', 30 * 86_400],
    ['2 mo', 60 * 86_400],
    ['Yesterday', 86_400],
    ['just now', 0],
  ])('reads %s', (text, seconds) => {
    expect(fromRelativeTime(text, now)).toEqual(ago(seconds))
  })

  test.each(['soon', '3 parsecs ago', '', 'in 3 hours', '12 March'])('is null for %s', (text) => {
    expect(fromRelativeTime(text, now)).toBeNull()
  })
})
