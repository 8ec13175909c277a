// From a request's query or JSON body to checked parameters. A body is not coerced, but where a schema takes an
// integer as text too; in a query, integers are digits and booleans a word. Every refusal names its parameter.
import type { Endpoint } from '@quarry/kit/endpoint'
import { invalidParameter } from '@quarry/kit/errors'
import type { TObject, TSchema } from '@quarry/kit/schema'
import { Compile } from '@quarry/kit/schema'
import { malformedBody } from '../errors.ts'
import { StrictJsonError } from '../lib/scan-json.ts'
import { parseStrictJson } from '../lib/strict-json.ts'
import { expectation, integerPattern } from './expectation.ts'
import { type QueryPair, type QueryParameters, queryParameters } from './read-query.ts'

/** Parameters every lookup takes beside its own. */
export type CallOptions = {
  isAsync: boolean
  softFail: boolean
  maxAgeSeconds: number
  /** The provider that is asked for; null for whoever is configured. */
  provider: string | null
  /** Names of fields, with commas between, without which the record is of no use: all of them, or one. */
  require: string | null
  requireAny: string | null
  /** Where the end of a job is told. */
  webhook: string | null
}
export type CallParams = { own: Record<string, unknown>; options: CallOptions }

export type Body = { contentType: string | undefined; bytes: Buffer }

/** A parameter as its schema has it, read once per schema and not once per call. */
type Parameter = {
  name: string
  schema: TSchema
  type: unknown
  isRequired: boolean
  checker: ReturnType<typeof Compile>
}

const known = new WeakMap<TObject, readonly Parameter[]>()

export function getParameters(params: TObject): readonly Parameter[] {
  const before = known.get(params)
  if (before) return before
  const required = (params as { required?: string[] }).required ?? []
  const read = Object.entries(params.properties as Record<string, TSchema>).map(([name, schema]) =>
    parameter(name, schema, required.includes(name)),
  )
  known.set(params, read)
  return read
}

const parameter = (name: string, schema: TSchema, isRequired = false): Parameter => ({
  name,
  schema,
  type: (schema as { type?: unknown }).type,
  isRequired,
  checker: Compile(schema),
})

const isAsyncOption = parameter('is_async', { type: 'boolean' } as TSchema)
const softFailOption = parameter('soft_fail', { type: 'boolean' } as TSchema)
const maxAgeOption = parameter('max_age', { type: 'integer', minimum: 0, maximum: 31_536_000 } as TSchema)
const providerOption = parameter('provider', { type: 'string', minLength: 1, maxLength: 100 } as TSchema)
const requireOption = parameter('require', { type: 'string', minLength: 1, maxLength: 1000 } as TSchema)
const requireAnyOption = parameter('require_any', {
  type: 'string',
  minLength: 1,
  maxLength: 1000,
} as TSchema)
const webhookOption = parameter('webhook', { type: 'string', minLength: 1, maxLength: 2048 } as TSchema)

/** Reads the parameters of a call with its method: GET from the query, POST from the JSON body. */
export function readParams(
  endpoint: Endpoint,
  method: 'GET' | 'POST',
  query: readonly QueryPair[],
  body: Body | null,
): CallParams {
  const inQuery = queryParameters(query)
  // Looked for in the query whatever the method: that is where an address which was not encoded falls apart.
  refuseMisplaced(endpoint, (name) => inQuery.get(name))
  const inBody = method === 'POST' ? readBodyObject(body) : {}
  const own = method === 'POST' ? fromBody(endpoint, inBody) : fromQuery(inQuery, endpoint.params)
  checkOwn(own, endpoint.params)
  return { own, options: readOptions(inQuery, inBody) }
}

/** The same from a JSON object alone: one input of a batch. */
export function readInput(endpoint: Endpoint, input: Record<string, unknown>): CallParams {
  const own = fromBody(endpoint, input)
  checkOwn(own, endpoint.params)
  return { own, options: readOptions(queryParameters([]), input) }
}

function readOptions(inQuery: QueryParameters, inBody: Record<string, unknown>): CallOptions {
  const isAsync = readOption(isAsyncOption, inQuery, inBody) === true
  const webhook = (readOption(webhookOption, inQuery, inBody) as string | undefined) ?? null
  if (webhook !== null && !isAsync) throw invalidParameter('webhook', 'needs is_async=true')
  return {
    isAsync,
    softFail: readOption(softFailOption, inQuery, inBody) === true,
    maxAgeSeconds: Number(readOption(maxAgeOption, inQuery, inBody) ?? 0),
    provider: (readOption(providerOption, inQuery, inBody) as string | undefined) ?? null,
    require: (readOption(requireOption, inQuery, inBody) as string | undefined) ?? null,
    requireAny: (readOption(requireAnyOption, inQuery, inBody) as string | undefined) ?? null,
    webhook,
  }
}

function readOption(option: Parameter, inQuery: QueryParameters, inBody: Record<string, unknown>): unknown {
  const { name } = option
  const given = Object.hasOwn(inBody, name) ? inBody[name] : undefined
  const inside = saysNothing(option, given) ? undefined : given
  const text = inQuery.get(name) || undefined
  if (inside !== undefined && text !== undefined)
    throw invalidParameter(name, 'is given both in the query and in the body')
  const value = text === undefined ? inside : convert(option, text)
  if (value !== undefined) checkValue(option, value)
  return value
}

function fromQuery(query: QueryParameters, params: TObject): Record<string, unknown> {
  const own: Record<string, unknown> = {}
  for (const wanted of getParameters(params)) {
    const text = query.get(wanted.name)
    if (text === undefined) continue
    // An empty optional value says nothing; an empty required one is refused below.
    if (text === '' && !wanted.isRequired) continue
    own[wanted.name] = convert(wanted, text)
  }
  return own
}

export function convert({ name, schema, type }: Parameter, text: string): unknown {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      if (!integerPattern.test(text)) throw invalidParameter(name, expectation(schema))
      return Number(text)
    case 'boolean':
      if (!/^(?:true|false)$/i.test(text)) throw invalidParameter(name, expectation(schema))
      return text.toLowerCase() === 'true'
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
  const value = parseBody(body.bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformedBody('the body must be a JSON object')
  return value as Record<string, unknown>
}

function parseBody(bytes: Buffer): unknown {
  try {
    return parseStrictJson(bytes)
  } catch (error) {
    if (error instanceof StrictJsonError) throw malformedBody(error.message)
    throw error
  }
}

function fromBody(endpoint: Endpoint, body: Record<string, unknown>): Record<string, unknown> {
  refuseMisplaced(endpoint, (name) => (Object.hasOwn(body, name) ? body[name] : undefined))
  const own: Record<string, unknown> = {}
  for (const wanted of getParameters(endpoint.params)) {
    if (!Object.hasOwn(body, wanted.name)) continue
    const value = body[wanted.name]
    if (!wanted.isRequired && saysNothing(wanted, value)) continue
    // A type of two is an integer that may be written as text; whatever else is no integer fails its check.
    const isWritten = Array.isArray(wanted.type) && typeof value === 'string' && integerPattern.test(value)
    own[wanted.name] = isWritten ? Number(value) : value
  }
  return own
}

/** An empty text where a text is taken. No other value of a body stands for nothing: it is not coerced. */
const saysNothing = ({ type }: Parameter, value: unknown): boolean =>
  value === '' && (type === 'string' || Array.isArray(type))

function refuseMisplaced({ misplaced }: Endpoint, given: (name: string) => unknown): void {
  if (!misplaced) return
  for (const [name, problem] of Object.entries(misplaced))
    if ((given(name) ?? '') !== '') throw invalidParameter(name, problem)
}

function checkOwn(own: Record<string, unknown>, params: TObject): void {
  for (const wanted of getParameters(params)) {
    const { name, isRequired } = wanted
    const value = own[name]
    if (value === undefined) {
      if (isRequired) throw invalidParameter(name, 'is required')
      continue
    }
    if (isRequired && typeof value === 'string' && value.trim() === '')
      throw invalidParameter(name, 'must not be empty')
    assertText(name, value)
    checkValue(wanted, value)
  }
}

export function checkValue({ name, schema, checker }: Parameter, value: unknown): void {
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
