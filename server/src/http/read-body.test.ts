// How much of strangers' bodies one round of the event loop takes: a piece, however many of them there are.
import { expect, test } from 'vitest'
import { type BodySource, readBody } from './read-body.ts'

const pieceBytes = 64 * 1024

/** A body that is all there and would be given as fast as it is taken. */
function bodyOf(pieces: number, length: number, taken: () => void): BodySource {
  async function* give() {
    for (let n = 0; n < pieces; n += 1) {
      taken()
      yield Buffer.alloc(length, n)
    }
  }
  return { headers: {}, iterator: give, resume: () => {} }
}

/** The most that is counted in one round while the work lasts. */
async function mostInARound(work: (count: () => void) => Promise<unknown>): Promise<number> {
  let most = 0
  let now = 0
  let isOver = false
  const look = () => {
    most = Math.max(most, now)
    now = 0
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work(() => {
    now += 1
  })
  isOver = true
  return Math.max(most, now)
}

test('of many large bodies a round takes one piece, beside the first of each', async () => {
  const bodies = 4
  const pieces = 16
  let taken = 0
  const most = await mostInARound((count) => {
    const tell = () => {
      taken += 1
      if (taken > 2 * bodies) count()
    }
    return Promise.all(
      Array.from({ length: bodies }, async (_, owner) => {
        const bytes = await readBody(bodyOf(pieces, pieceBytes, tell), owner % 2)
        expect(
          bytes.equals(Buffer.concat(Array.from({ length: pieces }, (__, n) => Buffer.alloc(pieceBytes, n)))),
        ).toBe(true)
      }),
    )
  })
  expect(taken).toBe(bodies * pieces)
  expect(most).toBe(1)
})

test('a small body waits for nobody', async () => {
  const before = new Promise<string>((resolve) => setImmediate(() => resolve('a round later')))
  const read = readBody(
    bodyOf(4, 4 * 1024, () => {}),
    1,
  ).then(() => 'at once')
  expect(await Promise.race([before, read])).toBe('at once')
})
