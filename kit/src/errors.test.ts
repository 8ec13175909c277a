// A plugin brings its own copy of the kit: its errors and limits must work with the server's copy.
import { afterEach, expect, test } from 'vitest'
import * as errors from './errors.ts'
import * as budget from './read/page-budget.ts'

const loadCopy = async <T>(path: string, original: T): Promise<T> => {
  const copy: T = await import(/* @vite-ignore */ `${path}?copy`)
  expect(copy).not.toBe(original)
  return copy
}

afterEach(() => budget.allowLargeDom(false))

test('errors of another copy of the kit are recognised', async () => {
  const copy = await loadCopy('./errors.ts', errors)
  expect(errors.isFailure(new copy.Failure('page_changed', 'no id'))).toBe(true)
  expect(errors.isInvalidParameter(copy.invalidParameter('query', 'is too long'))).toBe(true)
  expect(errors.isFailure(copy.invalidParameter('query', 'is too long'))).toBe(false)
  for (const other of [null, undefined, 'failure', new Error('failure'), {}])
    expect([errors.isFailure(other), errors.isInvalidParameter(other)]).toEqual([false, false])
})

test('limits that are lifted for a thread are lifted for every copy of the kit', async () => {
  const copy = await loadCopy('./read/page-budget.ts', budget)
  const tooLarge = Number.MAX_SAFE_INTEGER
  expect(() => copy.checkDomBudget(tooLarge)).toThrow('must be read off the event loop')
  budget.allowLargeDom()
  expect(() => copy.checkDomBudget(tooLarge)).not.toThrow()
})
