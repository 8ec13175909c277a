// Permits are granted in order and not to aborted callers.
import { expect, test } from 'vitest'
import { createPermits } from './permits.ts'

const neverAborted = new AbortController().signal

test('permits are passed on in order, and an aborted caller gets none', async () => {
  const permits = createPermits(1)
  const release = await permits.acquire(neverAborted)
  const order: string[] = []
  const aborter = new AbortController()
  const gaveUp = permits.acquire(aborter.signal)
  const second = permits.acquire(neverAborted).then((next) => {
    order.push('second')
    next()
  })
  const third = permits.acquire(neverAborted).then((next) => {
    order.push('third')
    next()
  })
  aborter.abort(new Error('late'))
  await expect(gaveUp).rejects.toThrow('late')
  release()
  await Promise.all([second, third])
  expect(order).toEqual(['second', 'third'])
  await permits.acquire(neverAborted)
})

test('a caller that is already aborted takes no permit', async () => {
  const permits = createPermits(1)
  await expect(permits.acquire(AbortSignal.abort(new Error('over')))).rejects.toThrow('over')
  await permits.acquire(neverAborted)
})
