// Reads and checks the parameters of a query or JSON body. Body values are not converted, unless a schema also accepts an
// integer as text; in a query, integers are digits and booleans are `true` or `false`. Every refusal names its parameter.
import type { Endpoint } from '@quarry/kit/endpoint'
import { invalidParameter } from '@quarry/kit/errors'
import { memoize } from '@quarry/kit/memoize'
import { Compile, type TObject, type TSchema } from '@quarry/kit/schema'
import { malformedBody } from '../platform/errors.ts'
import { prefersCsv } from '../platform/lib/headers.ts'
import { parseStrictJson, StrictJsonError } from '../platform/lib/json.ts'
import { mapValues } from '../platform/lib/map-values.ts'
import { type QueryPair, type QueryParameters, readQueryParameters } from './read-query.ts'
import { type RecordFormat, recordFormats, type ViewOptions } from './reading/record-view.ts'

/** The parameters that every lookup has besides its own. */
export type CallOptions = {
  isAsync: boolean
  softFail: boolean
  maxAgeSeconds: number
  /** The requested provider; null for the configured ones. */
  provider: string | null
  /** Names of required fields, separated by commas: all of them, or at least one. */
  require: string | null
  requireAny: string | null
  /** Called when the job ends. */
  webhook: string | null
} & ViewOptions
export type CallParams = { own: Record<string, unknown>; options: CallOptions }

export type Body = { contentType: string | undefined; bytes: Buffer }

/** A parameter of a schema, with its compiled check. */
type Parameter = {
  name: string
  schema: TSchema
  type: unknown
  isRequired: boolean
  checker: ReturnType<typeof Compile>
}

export const getParameters = memoize((params: TObject): readonly Parameter[] => {
  const required = (params as { required?: string[] }).required ?? []
  return Object.entries(params.properties as Record<string, TSchema>).map(([name, schema]) =>
    createParameter(name, schema, required.includes(name)),
  )
})

const createParameter = (name: string, schema: TSchema, isRequired = false): Parameter => ({
  name,
  schema,
  type: (schema as { type?: unknown }).type,
  isRequired,
  checker: Compile(schema),
})

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

const optionSchemas = {
  is_async: { type: 'boolean' },
  soft_fail: { type: 'boolean' },
  max_age: { type: 'integer', minimum: 0, maximum: 31_536_000 },
  provider: text(100),
  require: text(1000),
  require_any: text(1000),
  fields: text(1000),
  format: { type: 'string', enum: recordFormats },
  webhook: text(2048),
}
type OptionName = keyof typeof optionSchemas

const optionParameters = mapValues(optionSchemas, (schema, name) => createParameter(name, schema as TSchema))

/** Reads the parameters of a call with its method: GET from the query, POST from the JSON body. */
export function readParams(
  endpoint: Endpoint,
  method: 'GET' | 'POST',
  query: readonly QueryPair[],
  body: Body | null,
  accept?: string,
): CallParams {
  const inQuery = readQueryParameters(query)
  // In the query for every method: parts of an address that was not encoded end up there.
  refuseMisplaced(endpoint, (name) => inQuery.get(name))
  const inBody = method === 'POST' ? readBodyObject(body) : {}
  const own = method === 'POST' ? fromBody(endpoint, inBody) : fromQuery(inQuery, endpoint.params)
  checkOwn(own, endpoint.params)
  const { format, ...options } = readOptions(inQuery, inBody)
  if (options.isAsync && format !== undefined && format !== 'json')
    throw invalidParameter('format', 'cannot be combined with is_async: the result of a job is JSON')
  const isJson = options.isAsync || own.return_page_source === true || !prefersCsv(accept)
  const chosen = format ?? (isJson ? 'json' : 'csv')
  return { own, options: chosen === 'json' ? options : { ...options, format: chosen } }
}

/** The same for one input of a batch, or for the parameters of a watch. */
export function readInput(endpoint: Endpoint, input: Record<string, unknown>): CallParams {
  const own = fromBody(endpoint, input)
  checkOwn(own, endpoint.params)
  const { format, ...options } = readOptions(readQueryParameters([]), input)
  if (format !== undefined && format !== 'json')
    throw invalidParameter('format', 'is for direct calls: the result of a job is JSON')
  return { own, options }
}

function readOptions(inQuery: QueryParameters, inBody: Record<string, unknown>): CallOptions {
  const read = (name: OptionName) => readOption(optionParameters[name], inQuery, inBody)
  const readText = (name: OptionName) => read(name) as string | undefined
  const isAsync = read('is_async') === true
  const webhook = readText('webhook') ?? null
  const fields = readText('fields')
  const format = read('format') as RecordFormat | undefined
  if (webhook !== null && !isAsync) throw invalidParameter('webhook', 'needs is_async=true')
  return {
    isAsync,
    softFail: read('soft_fail') === true,
    maxAgeSeconds: Number(read('max_age') ?? 0),
    provider: readText('provider') ?? null,
    require: readText('require') ?? null,
    requireAny: readText('require_any') ?? null,
    webhook,
    // Absent if not sent: a field that is always there would change the fingerprint of every request.
    ...(fields === undefined ? {} : { fields }),
    ...(format === undefined ? {} : { format }),
  }
}

function readOption(option: Parameter, inQuery: QueryParameters, inBody: Record<string, unknown>): unknown {
  const { name } = option
  const inBodyValue = Object.hasOwn(inBody, name) ? inBody[name] : undefined
  const bodyValue = isEmptyText(option, inBodyValue) ? undefined : inBodyValue
  const text = inQuery.get(name) || undefined
  if (bodyValue !== undefined && text !== undefined)
    throw invalidParameter(name, 'is given both in the query and in the body')
  const value = text === undefined ? bodyValue : convert(option, text)
  if (value !== undefined) checkValue(option, value)
  return value
}

function fromQuery(query: QueryParameters, params: TObject): Record<string, unknown> {
  const own: Record<string, unknown> = {}
  for (const parameter of getParameters(params)) {
    const text = query.get(parameter.name)
    if (text === undefined) continue
    // An empty optional value counts as absent; an empty required one is refused below.
    if (text === '' && !parameter.isRequired) continue
    own[parameter.name] = convert(parameter, text)
  }
  return own
}

/** The only notation of integers in a query. */
const integerPattern = /^-?\d{1,16}$/

export function convert({ name, schema, type }: Parameter, text: string): unknown {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      if (!integerPattern.test(text)) throw invalidParameter(name, describeSchema(schema))
      return Number(text)
    case 'boolean':
      if (!/^(?:true|false)$/i.test(text)) throw invalidParameter(name, describeSchema(schema))
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
  for (const parameter of getParameters(endpoint.params)) {
    if (!Object.hasOwn(body, parameter.name)) continue
    const value = body[parameter.name]
    if (!parameter.isRequired && isEmptyText(parameter, value)) continue
    // A list of types is an integer that may be text; any other text fails the check.
    const isIntegerText =
      Array.isArray(parameter.type) && typeof value === 'string' && integerPattern.test(value)
    own[parameter.name] = isIntegerText ? Number(value) : value
  }
  return own
}

/** An empty text counts as absent if the parameter accepts a text. */
const isEmptyText = ({ type }: Parameter, value: unknown): boolean =>
  value === '' && (type === 'string' || Array.isArray(type))

function refuseMisplaced({ misplaced }: Endpoint, getValue: (name: string) => unknown): void {
  if (!misplaced) return
  for (const [name, problem] of Object.entries(misplaced))
    if ((getValue(name) ?? '') !== '') throw invalidParameter(name, problem)
}

function checkOwn(own: Record<string, unknown>, params: TObject): void {
  for (const parameter of getParameters(params)) {
    const { name, isRequired } = parameter
    const value = own[name]
    if (value === undefined) {
      if (isRequired) throw invalidParameter(name, 'is required')
      continue
    }
    if (isRequired && typeof value === 'string' && value.trim() === '')
      throw invalidParameter(name, 'must not be empty')
    assertText(name, value)
    checkValue(parameter, value)
  }
}

export function checkValue({ name, schema, checker }: Parameter, value: unknown): void {
  if (checker.Check(value)) return
  const inner = checker.Errors(value).find((error) => error.instancePath !== '')
  const path = inner ? inner.instancePath.replaceAll('/', '.').slice(0, 100) : ''
  throw invalidParameter(name + path, inner ? inner.message : describeSchema(schema))
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

type Bounds = {
  type?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** Describes what a parameter's schema allows: the second half of `Bad Request: <parameter> <description>`. */
function describeSchema(schema: TSchema): string {
  const { type, enum: values, minimum, maximum, minLength, maxLength } = schema as Bounds
  if (values) return `must be one of ${values.join(', ')}`
  if (type === 'boolean') return 'must be true or false'
  if (type === 'integer' || Array.isArray(type)) return `must be an integer${describeRange(minimum, maximum)}`
  if (type === 'number') return `must be a number${describeRange(minimum, maximum)}`
  if (type === 'string') return `must be a string${describeLength(minLength, maxLength)}`
  if (type === 'array') return 'must be a JSON array'
  if (type === 'object') return 'must be a JSON object'
  return 'has a wrong value'
}

function describeRange(minimum?: number, maximum?: number): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

function describeLength(minimum?: number, maximum?: number): string {
  if (maximum === undefined) return minimum ? ' that is not empty' : ''
  return ` of ${minimum ?? 0} to ${maximum} characters`
}
