// PostgreSQL array literals, written by joining: a batch sends a dozen arrays, and the driver's own conversion
// of them costs more than the rest of the call.

/** `{1,null,3}` */
export const integers = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : Math.trunc(value))).join(',')}}`

/** `{"a",null,"b\"c"}`; a NUL, which no text column can hold, becomes the replacement character. */
export const texts = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'null' : quote(value))).join(',')}}`

/** `{a,null,b}` of values that need no quoting: ids of our own making, and booleans. */
export const plain = (values: readonly (string | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

const special = /["\\\0]/

function quote(value: string): string {
  if (!special.test(value)) return `"${value}"`
  return `"${value.replaceAll('\0', '\ufffd').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
