// Converts the camelCase names of sites to the snake_case of records.

/** The JSON parser accepts nothing deeper. Values below this depth are left out. */
const maxDepth = 200

// Decision: every capital starts a word, because the specification's own names do so (`is_nx_c_b`); digits stay
// with the letters before them (`zip4`, `address1`).
/** A name in snake_case: `idRcu` is `id_rcu`. */
export const snakeCase = (key: string): string =>
  key.replace(
    /[A-Z]/g,
    (capital, i: number) => (i === 0 || key[i - 1] === '_' ? '' : '_') + capital.toLowerCase(),
  )

/** The value with every key of every object in snake_case; values are untouched. */
export function toSnakeCase(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value
  if (depth >= maxDepth) return null
  if (Array.isArray(value)) return value.map((item) => toSnakeCase(item, depth + 1))
  // fromEntries defines own properties: a key called __proto__ stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [snakeCase(key), toSnakeCase(item, depth + 1)]),
  )
}
