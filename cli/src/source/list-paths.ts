// The paths of the values in a JSON document. Of a list the first item is shown, unless a text is searched.

export type PathValue = { path: string; value: string }

const maxVisited = 300_000
/** Deeper values are left out; the parser has a bound of its own. */
const maxDepth = 100

const plainKey = /^[A-Za-z_$][\w$]*$/

/** `props.items[0].name`; keys with other characters are in brackets. */
const join = (path: string, key: string): string =>
  plainKey.test(key) ? (path === '' ? key : `${path}.${key}`) : `${path}[${JSON.stringify(key)}]`

/** With `find`, every path whose value or last key contains the text, in lower case. */
export function listPaths(root: unknown, find: string | null = null): PathValue[] {
  const found: PathValue[] = []
  let visited = 0
  const visit = (value: unknown, path: string, key: string, depth: number): void => {
    if (++visited > maxVisited || depth > maxDepth) return
    if (Array.isArray(value)) {
      const items = find === null ? value.slice(0, 1) : value
      if (find === null && value.length !== 1)
        found.push({ path: `${path}[]`, value: `${value.length} items` })
      for (const [index, item] of items.entries()) visit(item, `${path}[${index}]`, key, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(inner, join(path, name), name, depth + 1)
    } else if (find === null || matches(value, key, find)) found.push({ path, value: toText(value) })
  }
  visit(root, '', '', 0)
  return found
}

const toText = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))

const matches = (value: unknown, key: string, find: string): boolean =>
  String(value).toLowerCase().includes(find) || key.toLowerCase() === find
