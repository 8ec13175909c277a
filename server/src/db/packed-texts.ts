// Long texts for a statement as one block of bytes, with where each begins and how long it is. As an array they would be
// quoted sign by sign here and unquoted there, which takes longer than writing them down.
import { integers } from './array-literal.ts'

export type PackedTexts = {
  block: Buffer
  /** From 1, as the database counts; null where there is no text. */
  starts: string
  lengths: string
}

export function packTexts(values: readonly (string | null)[]): PackedTexts {
  const encoded = values.map((value) => (value === null ? null : Buffer.from(value)))
  let end = 0
  const starts = encoded.map((bytes) => {
    const start = end + 1
    end += bytes?.length ?? 0
    return bytes && start
  })
  return {
    block: Buffer.concat(encoded.filter((bytes) => bytes !== null)),
    starts: integers(starts),
    lengths: integers(encoded.map((bytes) => bytes?.length ?? null)),
  }
}

/** The text of a row, from expressions for the block, its start and its length. */
export const packedText = (block: string, start: string, length: string): string =>
  `convert_from(substr(${block}, ${start}, ${length}), 'UTF8')`
