// Finds fields of a record's schema that no record fills: a field that the sandbox never fills cannot be tested.
type Node = { type?: string | string[]; properties?: Record<string, Node>; items?: Node }

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Paths of the fields that are null or an empty list in all of the records. */
export function neverFilled(schema: unknown, values: readonly unknown[], path = ''): string[] {
  const node = schema as Node
  const filled = values.filter(isFilled)
  if (filled.length === 0) return [path]
  if (node.items) return neverFilled(node.items, filled.flat(), `${path}[]`)
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) =>
    neverFilled(
      field,
      filled.map((value) => (value as Record<string, unknown>)[name]),
      path === '' ? name : `${path}.${name}`,
    ),
  )
}
