import { expect, test } from 'vitest'
import type { ConfiguredEndpoint } from '../lookups/configured-endpoint.ts'
import type { CallRequest } from './call-request.ts'
import { createKnownQuestions, type Question } from './parsed-query-cache.ts'
import { splitQuery } from './read-query.ts'

const endpoint = (path: string) => ({ endpoint: { path } }) as unknown as ConfiguredEndpoint
const event = endpoint('/v2/a/event')
const asking = (rawQuery: string, method = 'GET') => ({ method, rawQuery }) as unknown as CallRequest
const question = (rawQuery: string, maxAgeSeconds = 60) =>
  ({ query: splitQuery(rawQuery), params: { options: { maxAgeSeconds } } }) as unknown as Question

test('the same text asked of the same endpoint is known, and nothing else', () => {
  const questions = createKnownQuestions()
  const asked = question('query=1')
  questions.keep(event, asking('query=1'), asked)
  expect(questions.find(event, asking('query=1'))).toBe(asked)
  expect(questions.find(event, asking('query=2'))).toBeUndefined()
  expect(questions.find(endpoint('/v2/a/other'), asking('query=1'))).toBeUndefined()
  expect(questions.find(event, asking('query=1', 'POST'))).toBeUndefined()
})

test.each([
  ['with a key', 'query=1&X_API_KEY=secret', 60, 'GET'],
  ['that wants no record of the cache', 'query=1', 0, 'GET'],
  ['whose body says more', 'query=1', 60, 'POST'],
  ['that is long', `query=${'a'.repeat(500)}`, 60, 'GET'],
])('a question %s is not kept', (_, rawQuery, maxAgeSeconds, method) => {
  const questions = createKnownQuestions()
  questions.keep(event, asking(rawQuery, method), question(rawQuery, maxAgeSeconds))
  expect(questions.find(event, asking(rawQuery))).toBeUndefined()
})

test('only so many are kept, the latest', () => {
  const questions = createKnownQuestions()
  for (let n = 0; n < 2_000; n += 1) questions.keep(event, asking(`query=${n}`), question(`query=${n}`))
  expect(questions.find(event, asking('query=0'))).toBeUndefined()
  expect(questions.find(event, asking('query=1999'))).toBeDefined()
})
