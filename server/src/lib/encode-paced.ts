// Long texts as bytes, made piece by piece with the event loop free in between: one large string would be joined,
// measured and encoded in one go, while all other calls wait.
import type { Pause } from './turns.ts'

/** Bounds what is joined and encoded at once. */
const maxSliceChars = 64 * 1024

/** Each piece is made when the one before it is done, with a pause in between. */
export async function encodePaced(pieces: Iterable<string>, pause: Pause): Promise<Buffer> {
  const slices: Buffer[] = []
  let text = ''
  for (const piece of pieces) {
    text += piece
    const turn = pause()
    if (turn === undefined && text.length < maxSliceChars) continue
    slices.push(Buffer.from(text))
    text = ''
    await turn
  }
  slices.push(Buffer.from(text))
  return Buffer.concat(slices)
}

/** A JSON object whose last member is a list of items that are JSON already. */
export function* jsonWithList(head: object, name: string, items: Iterable<string>): Iterable<string> {
  yield `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:[`
  let separator = ''
  for (const item of items) {
    yield separator + item
    separator = ','
  }
  yield ']}'
}

export function* mapLazily<T>(items: Iterable<T>, toText: (item: T) => string): Iterable<string> {
  for (const item of items) yield toText(item)
}
