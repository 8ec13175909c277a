// The date of an answer, which its ages are counted from.
import { expect, test } from 'vitest'
import { readAnswerDate } from './answer-date.ts'

const page = {
  url: 'https://api.lanterns.example/7',
  status: 200,
  contentType: 'application/json',
  body: '{}',
}

test('it is the Date header', () => {
  const headers = { date: 'Tue, 03 Feb 2026 09:15:00 GMT' }
  expect(readAnswerDate({ ...page, headers })).toEqual(new Date('2026-02-03T09:15:00Z'))
})

test.each([{}, { headers: {} }, { headers: { date: 'soon' } }])('with %o it is now', (more) => {
  const before = Date.now()
  const date = readAnswerDate({ ...page, ...more }).getTime()
  expect(date).toBeGreaterThanOrEqual(before)
  expect(date).toBeLessThanOrEqual(Date.now())
})
