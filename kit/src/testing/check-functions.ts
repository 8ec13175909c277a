// Checks what a server requires of a plugin: closed records, functions without state, and failures for bot walls.
import assert from 'node:assert/strict'
import { isFailure } from '../errors.ts'
import { onSite } from './on-site.ts'
import { runExample, type SourceCheck } from './run-example.ts'

type Schema = {
  type?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: unknown
}

/** Every object of the record has only the fields of its schema. */
export const checkClosed: SourceCheck = (_, { path, record }) =>
  assert.deepEqual(findOpenObjects(record as Schema), [], `${path}: objects that are not closed`)

function findOpenObjects({ type, properties, items, additionalProperties }: Schema, path = '.'): string[] {
  const isOpen =
    (properties !== undefined || [type].flat().includes('object')) && additionalProperties !== false
  const inner = Object.entries(properties ?? {}).flatMap(([name, one]) =>
    findOpenObjects(one, `${path}${name}.`),
  )
  return [...(isOpen ? [path] : []), ...inner, ...(items ? findOpenObjects(items, `${path}[].`) : [])]
}

/** The same lookup gives the same query and the same record again: a server runs it in several threads. */
export const checkRepeat: SourceCheck = async (source, endpoint) => {
  const { parse } = onSite(source, endpoint)
  const params = endpoint.example as object
  assert.deepEqual(
    parse(params),
    parse(params),
    `${endpoint.path}: parse returns a different query the second time`,
  )
  assert.deepEqual(
    structuredClone(parse(params)),
    parse(params),
    `${endpoint.path}: the query is not plain data`,
  )
  const [first, second] = [await runExample(source, endpoint), await runExample(source, endpoint)]
  assert.deepEqual(
    second.record,
    first.record,
    `${endpoint.path}: the example gives a different record the second time`,
  )
}

const walls = [
  {
    status: 200,
    body: '<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>',
  },
  { status: 200, body: '<html><body><h1>Are you a robot?</h1><div class="g-recaptcha"></div></body></html>' },
  { status: 200, body: '' },
]

/** A bot wall and an empty page are failures, never records. */
export const checkWalls: SourceCheck = (source, endpoint) => {
  const { site, parse, extract } = onSite(source, endpoint)
  for (const { status, body } of walls) {
    let kind: string | null = null
    try {
      const page = { url: site.url('/').href, status, contentType: 'text/html', body }
      ;({ kind } = extract(page, parse(endpoint.example as object)))
    } catch (thrown) {
      if (!isFailure(thrown)) throw thrown
    }
    assert.ok(kind !== 'found', `${endpoint.path}: a page without data gives a record (${body.slice(0, 40)})`)
  }
}
