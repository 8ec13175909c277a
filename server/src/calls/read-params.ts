// From a request's query or JSON body to checked parameters. A body is never coerced; in a query, integers
// and booleans have one spelling each. Every refusal names its parameter.
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Endpoint } from '../contract.ts'
import { invalidParameter, malformedBody } from '../errors.ts'
import { parseStrictJson, StrictJsonError } from '../lib/strict-json.ts'
import { expectation, integerPattern } from './expectation.ts'
import { type QueryPair, queryParameters } from './read-query.ts'

/** Parameters every lookup takes beside its own. */
export type CallOptions = {
  isAsync: boolean
  softFail: boolean
  maxAgeSeconds: number
  /** Where the end of a job is told. */
  webhook: string | null
}
export type CallParams = { own: Record<string, unknown>; options: CallOptions }

export type Body = { contentType: string | undefined; bytes: Buffer }

const optionSchemas = {
  is_async: { type: 'boolean' },
  soft_fail: { type: 'boolean' },
  max_age: { type: 'integer', minimum: 0, maximum: 31_536_000 },
  webhook: { type: 'string', minLength: 1, maxLength: 2048 },
} as const

const checkers = new WeakMap<TObject, ReturnType<typeof Compile>>()

/** Reads the parameters of a call with its method: GET from the query, POST from the JSON body. */
export function readParams(
  endpoint: Endpoint,
  method: 'GET' | 'POST',
  query: readonly QueryPair[],
  body: Body | null,
): CallParams {
  const inQuery = queryParameters(query)
  const inBody = method === 'POST' ? readBodyObject(body) : {}
  const own = method === 'POST' ? pickOwn(inBody, endpoint.params) : fromQuery(inQuery, endpoint.params)
  checkOwn(own, endpoint.params)
  return { own, options: readOptions(inQuery, inBody) }
}

/** The same from a JSON object alone: one input of a batch. */
export function readInput(endpoint: Endpoint, input: Record<string, unknown>): CallParams {
  const own = pickOwn(input, endpoint.params)
  checkOwn(own, endpoint.params)
  return { own, options: readOptions(new Map(), input) }
}

function readOptions(inQuery: Map<string, string>, inBody: Record<string, unknown>): CallOptions {
  const option = (name: keyof typeof optionSchemas): unknown => {
    const schema = optionSchemas[name] as TSchema
    const fromBody = Object.hasOwn(inBody, name) ? inBody[name] : undefined
    const text = inQuery.get(name)
    if (fromBody !== undefined && text !== undefined)
      throw invalidParameter(name, 'is given both in the query and in the body')
    const value = text === undefined ? fromBody : convert(name, text, schema)
    if (value !== undefined) checkValue(name, value, schema)
    return value
  }
  const isAsync = option('is_async') === true
  const webhook = (option('webhook') as string | undefined) ?? null
  if (webhook !== null && !isAsync) throw invalidParameter('webhook', 'needs is_async=true')
  return {
    isAsync,
    softFail: option('soft_fail') === true,
    maxAgeSeconds: Number(option('max_age') ?? 0),
    webhook,
  }
}

function fromQuery(query: Map<string, string>, params: TObject): Record<string, unknown> {
  const own: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(params.properties as Record<string, TSchema>)) {
    const text = query.get(name)
    if (text === undefined) continue
    // An empty optional text says nothing; an empty required one is refused below.
    if (text === '' && typeOf(schema) === 'string' && !isRequired(params, name)) continue
    own[name] = convert(name, text, schema)
  }
  return own
}

function convert(name: string, text: string, schema: TSchema): unknown {
  const refuse = () => invalidParameter(name, expectation(schema))
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      if (!integerPattern.test(text)) throw refuse()
      return Number(text)
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw refuse()
      return text === 'true'
    case 'string':
      return text
    default:
      throw invalidParameter(name, 'can only be given in a JSON body')
  }
}

export function readBodyObject(body: Body | null): Record<string, unknown> {
  if (body === null || body.bytes.length === 0) return {}
  const type = body.contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw malformedBody('the content type must be application/json')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body.bytes)
  } catch {
    throw malformedBody('the body is not valid UTF-8')
  }
  const value = parseBody(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformedBody('the body must be a JSON object')
  return value as Record<string, unknown>
}

function parseBody(text: string): unknown {
  try {
    return parseStrictJson(text)
  } catch (error) {
    if (error instanceof StrictJsonError) throw malformedBody(error.message)
    throw error
  }
}

function pickOwn(body: Record<string, unknown>, params: TObject): Record<string, unknown> {
  const own: Record<string, unknown> = {}
  for (const name of Object.keys(params.properties as object))
    if (Object.hasOwn(body, name)) own[name] = body[name]
  return own
}

function checkOwn(own: Record<string, unknown>, params: TObject): void {
  const properties = params.properties as Record<string, TSchema>
  for (const [name, schema] of Object.entries(properties)) {
    const value = own[name]
    if (value === undefined) {
      if (isRequired(params, name)) throw invalidParameter(name, 'is required')
      continue
    }
    if (isRequired(params, name) && typeof value === 'string' && value.trim() === '')
      throw invalidParameter(name, 'must not be empty')
    assertText(name, value)
    checkValue(name, value, schema)
  }
}

function checkValue(name: string, value: unknown, schema: TSchema): void {
  let checker = checkers.get(schema as TObject)
  if (!checker) {
    checker = Compile(schema)
    checkers.set(schema as TObject, checker)
  }
  if (checker.Check(value)) return
  const inner = checker.Errors(value).find((error) => error.instancePath !== '')
  const path = inner ? inner.instancePath.replaceAll('/', '.').slice(0, 100) : ''
  throw invalidParameter(name + path, inner ? inner.message : expectation(schema))
}

/** Refuses NULs and lone surrogates anywhere inside a value: no site and no database can store them. */
function assertText(name: string, value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw invalidParameter(name, 'must not contain a NUL character')
    if (!value.isWellFormed()) throw invalidParameter(name, 'must not contain a lone surrogate')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      assertText(name, key)
      assertText(name, inner)
    }
  }
}

const typeOf = (schema: TSchema) => (schema as { type?: unknown }).type
const isRequired = (params: TObject, name: string) =>
  ((params as { required?: string[] }).required ?? []).includes(name)
