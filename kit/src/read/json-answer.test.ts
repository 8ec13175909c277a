import { expect, test } from 'vitest'
import { jsonAnswer } from './json-answer.ts'

test('an object or a list is an answer, behind white space and a byte order mark too', () => {
  expect(jsonAnswer('{"a":1}')).toEqual({ a: 1 })
  expect(jsonAnswer('\n [1]')).toEqual([1])
  expect(jsonAnswer('\ufeff{"a":1}')).toEqual({ a: 1 })
})

test('a page, a scalar and a broken answer are none', () => {
  for (const body of ['<html>{"a":1}</html>', '1', '"a"', '', '{"a":', '[1'])
    expect(jsonAnswer(body), body).toBe(undefined)
})
