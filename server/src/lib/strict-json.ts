// JSON.parse for strangers' bodies: refuses what JSON.parse lets through silently (duplicate keys, keys that
// reach into prototypes) or answers with a deep stack (nesting). One linear pass before the real parse.

export class StrictJsonError extends Error {}

const maxDepth = 100
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses `text`; throws StrictJsonError with a short reason that is safe to show. */
export function parseStrictJson(text: string): unknown {
  let value: unknown
  assertDepth(text)
  try {
    value = JSON.parse(text)
  } catch {
    throw new StrictJsonError('the body is not valid JSON')
  }
  assertKeys(text)
  return value
}

function assertDepth(text: string): void {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '{' || char === '[') {
      depth += 1
      if (depth > maxDepth) throw new StrictJsonError(`the body is nested deeper than ${maxDepth} levels`)
    } else if (char === '}' || char === ']') depth -= 1
  }
}

// Only called on text that JSON.parse accepted, so a string before a colon is a key.
function assertKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '{') open.push(new Set())
    else if (char === '[') open.push(null)
    else if (char === '}' || char === ']') open.pop()
    else if (char === '"') {
      const end = endOfString(text, at)
      const keys = open.at(-1)
      if (keys && isColonNext(text, end + 1)) addKey(keys, JSON.parse(text.slice(at, end + 1)) as string)
      at = end
    }
  }
}

function addKey(keys: Set<string>, key: string): void {
  if (forbiddenKeys.has(key)) throw new StrictJsonError(`the key ${JSON.stringify(key)} is not allowed`)
  if (keys.has(key)) throw new StrictJsonError(`the key ${JSON.stringify(key.slice(0, 100))} is given twice`)
  keys.add(key)
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

function isColonNext(text: string, from: number): boolean {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return text[at] === ':'
}
