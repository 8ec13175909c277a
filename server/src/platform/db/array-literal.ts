// Writes PostgreSQL array literals. A batch sends a dozen arrays, and the conversion of the driver costs more than all
// other work of a call.

/** `{1,null,3}` */
export const toIntegerArray = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : Math.trunc(value))).join(',')}}`

/** `{"a",null,"b\"c"}`; a NUL, which no text column can hold, becomes the replacement character. */
export const toTextArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : quote(value))).join(',')}}`

/** `{a,null,b}`, for values that need no quoting: ids and booleans. */
export const toPlainArray = (values: readonly (string | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

const special = /["\\\0]/

function quote(value: string): string {
  if (!special.test(value)) return `"${value}"`
  return `"${value.replaceAll('\0', '\ufffd').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/**
 * Long texts as one block of bytes: in an array each would be quoted and unquoted, which takes longer than storing it.
 * `starts` and `lengths` are array literals with one entry per text, null for a null; starts count from 1.
 */
export function packTexts(values: readonly (string | null)[]) {
  const encoded = values.map((value) => (value === null ? null : Buffer.from(value)))
  let end = 0
  const starts = encoded.map((bytes) => {
    const start = end + 1
    end += bytes?.length ?? 0
    return bytes && start
  })
  return {
    block: Buffer.concat(encoded.filter((bytes) => bytes !== null)),
    starts: toIntegerArray(starts),
    lengths: toIntegerArray(encoded.map((bytes) => bytes?.length ?? null)),
  }
}

/** SQL for the text of a row, from expressions for the block, its start and its length. */
export const unpackText = (block: string, start: string, length: string): string =>
  `convert_from(substr(${block}, ${start}, ${length}), 'UTF8')`
