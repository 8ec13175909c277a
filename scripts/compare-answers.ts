// Compares an answer of an older build with that of a newer one: added fields and headers are allowed, and values that
// differ between any two runs are not compared.

export type RecordedAnswer = { status: number; headers: Record<string, string>; text: string }

export type Comparison = {
  differences: string[]
  /** Names of fields and headers that only the newer answer has. */
  added: string[]
  /** Whether the bodies are equal, byte for byte. */
  isIdentical: boolean
}

const changingHeaders =
  /^(?:date|x-request-id|content-length|age|ratelimit|retry-after|connection|keep-alive|etag)$/
const changingFields =
  /^(?:\w+_id|id|url|results_url|history_url|at|\w+_at|ms|p\d+_ms|cache_age_seconds|received|secret_since|next_cursor)$/

export function compareAnswers(older: RecordedAnswer, newer: RecordedAnswer | undefined): Comparison {
  if (!newer) return { differences: ['the newer build has no answer'], added: [], isIdentical: false }
  const differences: string[] = []
  const added: string[] = []
  if (older.status !== newer.status) differences.push(`status ${older.status}, now ${newer.status}`)
  for (const [name, value] of Object.entries(older.headers)) {
    if (changingHeaders.test(name) || newer.headers[name] === value) continue
    differences.push(`header ${name}: ${value}, now ${newer.headers[name] ?? 'absent'}`)
  }
  for (const name of Object.keys(newer.headers)) if (!(name in older.headers)) added.push(name)
  const isIdentical = older.text === newer.text
  if (!isIdentical) compareBodies(older.text, newer.text, differences, added)
  return { differences, added, isIdentical }
}

function compareBodies(older: string, newer: string, differences: string[], added: string[]): void {
  const [before, after] = [parseJson(older), parseJson(newer)]
  if (before === undefined || after === undefined)
    return void differences.push(`body ${shorten(older)}, now ${shorten(newer)}`)
  const rest = removeAdded(before, after, '', { differences, added })
  // The order of the fields too: without what was added, the text is the same.
  if (differences.length === 0 && JSON.stringify(rest) !== older)
    differences.push('the fields have another order or notation')
}

type Found = { differences: string[]; added: string[] }

/** The newer value without its added fields; values that differ between any two runs are replaced by the older ones. */
function removeAdded(before: unknown, after: unknown, place: string, found: Found): unknown {
  const name = place.slice(place.lastIndexOf('.') + 1)
  if (typeof before === 'string' && typeof after === 'string' && changingFields.test(name)) return before
  if (typeof before === 'number' && typeof after === 'number' && changingFields.test(name)) return before
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length)
      found.differences.push(`${place} has ${before.length} items, now ${after.length}`)
    return before.map((item, n) => removeAdded(item, after[n], `${place}[]`, found))
  }
  if (isObject(before) && isObject(after)) return removeAddedFields(before, after, place, found)
  if (before !== after) found.differences.push(`${place} is ${shorten(before)}, now ${shorten(after)}`)
  return after
}

type Json = Record<string, unknown>

function removeAddedFields(before: Json, after: Json, place: string, found: Found): Json {
  for (const name of Object.keys(before)) {
    if (!(name in after)) found.differences.push(`${place}.${name} is absent now`)
  }
  const kept = Object.entries(after).flatMap(([name, value]): [string, unknown][] => {
    const here = `${place}.${name}`
    if (name in before) return [[name, removeAdded(before[name], value, here, found)]]
    found.added.push(here)
    return []
  })
  return Object.fromEntries(kept)
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maxShown = 160
const shorten = (value: unknown): string => (JSON.stringify(value) ?? 'absent').slice(0, maxShown)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
