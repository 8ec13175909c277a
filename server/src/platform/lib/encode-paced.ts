// Encodes long texts piece by piece and yields to the event loop in between. Joining and encoding one large string
// would block all other calls.
import type { Pause } from './turns.ts'

/** The most text that is joined and encoded without yielding. */
const maxSliceChars = 64 * 1024

/** Pulls one piece at a time and pauses after each. */
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

/** A JSON object whose last member is a list; `items` are already JSON. */
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
