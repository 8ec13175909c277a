// Walks a record's schema the way a reader of the API reference does.

type Node = {
  type?: string | string[]
  properties?: Record<string, Node>
  items?: Node
  examples?: unknown[]
}

/** Paths of the fields that hold a plain value and show no example. */
export function fieldsWithoutExample(schema: unknown, path = ''): string[] {
  const node = schema as Node
  if (node.properties)
    return Object.entries(node.properties).flatMap(([name, field]) =>
      fieldsWithoutExample(field, `${path}.${name}`),
    )
  if (node.items) return fieldsWithoutExample(node.items, `${path}[]`)
  return Array.isArray(node.examples) && node.examples.length > 0 ? [] : [path]
}
