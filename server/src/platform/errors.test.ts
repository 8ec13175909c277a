// What callers and the log see of an unexpected error, and of a database that is unavailable.
import { Failure } from '@quarry/kit/errors'
import { expect, test } from 'vitest'
import { ConnectionLost, NoConnection } from './db/connection.ts'
import { toFailure, toLogged, toRefusal } from './errors.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test.each([
  ['no connection', new NoConnection('refused')],
  ['a connection that was given up', new ConnectionLost('silent')],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  [
    'a connection that is unusable',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['a query without a reply', new Error('Query read timeout')],
  ['a shutdown of the database', withCode('57P01')],
  ['a reset connection', withCode('ECONNRESET')],
])('%s asks callers to retry, is no fault of a provider and logs no stack', (_, error) => {
  expect(toRefusal(error)).toMatchObject({ reason: 'internal', retryAfterSeconds: 5 })
  expect(toFailure(error)).toMatchObject({ isServerFault: true, cause: error })
  expect(toLogged(error)).toEqual({ error: String(error) })
})

test.each([
  ['a violated constraint', withCode('23514')],
  ['a cancelled statement', withCode('57014')],
  ['a bug', new TypeError('x is not a function')],
])('%s is internal and logs its stack', (_, error) => {
  expect(toRefusal(error)).toMatchObject({ reason: 'internal', retryAfterSeconds: undefined })
  expect(toFailure(error).isServerFault).toBe(false)
  expect(toLogged(error)).toEqual({ err: error })
})

test('a failure stays what it is', () => {
  const failure = new Failure('upstream_paced', 'called too often', { retryAfterSeconds: 60 })
  expect(toFailure(failure)).toBe(failure)
  expect(toLogged(failure)).toEqual({ err: failure })
})
