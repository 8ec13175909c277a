// Reading many large bodies: at most one chunk per iteration of the event loop, for all bodies together.
import { expect, test } from 'vitest'
import { type BodySource, readBody } from './read-body.ts'

const chunkBytes = 64 * 1024

/** A body that is already received completely. */
function createBody(chunks: number, length: number, onChunk: () => void): BodySource {
  async function* iterate() {
    for (let n = 0; n < chunks; n += 1) {
      onChunk()
      yield Buffer.alloc(length, n)
    }
  }
  return { headers: {}, iterator: iterate, resume: () => {} }
}

/** The highest number of `count` calls in one iteration of the event loop during `work`. */
async function measureMaxPerIteration(work: (count: () => void) => Promise<unknown>): Promise<number> {
  let most = 0
  let now = 0
  let isOver = false
  const checkBody = () => {
    most = Math.max(most, now)
    now = 0
    if (!isOver) setImmediate(checkBody)
  }
  setImmediate(checkBody)
  await work(() => {
    now += 1
  })
  isOver = true
  return Math.max(most, now)
}

test('reads one chunk per iteration from many large bodies, after the first chunks of each', async () => {
  const bodies = 4
  const chunks = 16
  let chunksRead = 0
  const most = await measureMaxPerIteration((count) => {
    const onChunk = () => {
      chunksRead += 1
      if (chunksRead > 2 * bodies) count()
    }
    return Promise.all(
      Array.from({ length: bodies }, async (_, owner) => {
        const bytes = await readBody(createBody(chunks, chunkBytes, onChunk), owner % 2)
        expect(
          bytes.equals(Buffer.concat(Array.from({ length: chunks }, (__, n) => Buffer.alloc(chunkBytes, n)))),
        ).toBe(true)
      }),
    )
  })
  expect(chunksRead).toBe(bodies * chunks)
  expect(most).toBe(1)
})

test('reads a small body within one iteration', async () => {
  const nextIteration = new Promise<string>((resolve) => setImmediate(() => resolve('next')))
  const read = readBody(
    createBody(4, 4 * 1024, () => {}),
    1,
  ).then(() => 'same')
  expect(await Promise.race([nextIteration, read])).toBe('same')
})
