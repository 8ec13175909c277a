// The lookups of the server and values for their parameters, from its OpenAPI document, so that endpoints newer than this
// program work too.
import type { Quarry } from '../../sdk/src/index.ts'
import { UsageError } from './failure.ts'
import { suggestName } from './text.ts'

export type Schema = {
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  description?: string
  $ref?: string
}
export type Parameter = { name: string; isRequired: boolean; description: string; schema: Schema }
type Operation = {
  operationId?: string
  summary?: string
  description?: string
  'x-credits'?: number
  'x-status'?: string
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema; example?: unknown }> }
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

export type LookupInfo = {
  /** The path without `/v2/`. */
  name: string
  path: string
  /** The operation id, which is also the name of the tool. */
  operation: string
  method: 'GET' | 'POST'
  credits: number
  status: string
  summary: string
  description: string
  params: Parameter[]
  record: Schema
  example: Record<string, unknown>
}

export const readCatalogue = async (quarry: Quarry): Promise<LookupInfo[]> =>
  listLookups((await quarry.request('GET', '/openapi.json')).data as unknown as Document)

function listLookups(document: Document): LookupInfo[] {
  return Object.entries(document.paths).flatMap(([path, operations]) => {
    // The first method is the preferred one. Only lookups have `soft_fail`.
    const [entry] = Object.entries(operations)
    const [method, operation] = entry ?? ['', {}]
    if (!operation.parameters?.some(({ name }) => name === 'soft_fail')) return []
    return [toLookup(document, path, method, operation)]
  })
}

function toLookup(document: Document, path: string, method: string, operation: Operation): LookupInfo {
  return {
    name: path.replace(/^\/v2\//, ''),
    path,
    operation: operation.operationId ?? '',
    method: method === 'post' ? 'POST' : 'GET',
    credits: operation['x-credits'] ?? 0,
    status: operation['x-status'] ?? '',
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    params: listParameters(document, operation),
    record: resolveAll(document, operation.responses?.['200']?.content?.['application/json']?.schema ?? {}),
    example: findExample(operation),
  }
}

/** The parameters of an operation: of its query and its body. */
export function listParameters(document: Document, operation: Operation): Parameter[] {
  const body = resolve(document, operation.requestBody?.content?.['application/json']?.schema ?? {})
  const inBody = Object.entries(body.properties ?? {}).map(
    ([name, schema]): Parameter => ({
      name,
      isRequired: body.required?.includes(name) ?? false,
      description: schema.description ?? '',
      schema,
    }),
  )
  const inQuery = (operation.parameters ?? []).flatMap((parameter): Parameter[] =>
    parameter.in === 'query'
      ? [
          {
            name: parameter.name,
            isRequired: parameter.required ?? false,
            description: parameter.description ?? '',
            schema: resolve(document, parameter.schema ?? {}),
          },
        ]
      : [],
  )
  return [...inBody, ...inQuery.filter(({ name }) => !inBody.some((one) => one.name === name))]
}

function findExample(operation: Operation): Record<string, unknown> {
  const body = operation.requestBody?.content?.['application/json']?.example
  if (body) return body as Record<string, unknown>
  const shown = (operation.parameters ?? []) as { name: string; in: string; example?: unknown }[]
  return Object.fromEntries(
    shown.flatMap(({ name, in: place, example }) =>
      place === 'query' && example !== undefined ? [[name, example]] : [],
    ),
  )
}

function resolve(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  const found = name === undefined ? undefined : document.components?.schemas?.[name]
  return found ? resolve(document, found) : schema
}

/** Resolves nested references too; no record contains itself. */
function resolveAll(document: Document, schema: Schema): Schema {
  const found = resolve(document, schema)
  const all = (schemas: Record<string, Schema>) =>
    Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, resolveAll(document, one)]))
  return {
    ...found,
    ...(found.properties ? { properties: all(found.properties) } : {}),
    ...(found.anyOf ? { anyOf: found.anyOf.map((variant) => resolveAll(document, variant)) } : {}),
    ...(found.items ? { items: resolveAll(document, found.items) } : {}),
  }
}

/** Finds a lookup by name or path. */
export function findLookup(catalogue: readonly LookupInfo[], text: string): LookupInfo {
  const name = text.replace(/^(?:\/?api)?\/?(?:v2\/)?/, '').replace(/\/$/, '')
  const found = catalogue.find((lookup) => lookup.name === name)
  if (found) return found
  const names = catalogue.map((lookup) => lookup.name)
  throw new UsageError(
    `unknown endpoint ${JSON.stringify(text)}${suggestName(name, names)} (quarry docs lists all endpoints)`,
  )
}

/** Reads `key=value` pairs. Unknown names are refused, because the server would ignore them. */
export function readPairs(pairs: readonly string[], params: readonly Parameter[]): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw new UsageError(`${JSON.stringify(pair)} must be key=value`)
    const name = pair.slice(0, at)
    const parameter = params.find((candidate) => candidate.name === name)
    if (!parameter) {
      const names = params.map((one) => one.name)
      throw new UsageError(`unknown parameter ${JSON.stringify(name)}${suggestName(name, names)}`)
    }
    if (Object.hasOwn(input, name)) throw new UsageError(`${name} is set twice`)
    input[name] = readValue(parameter, pair.slice(at + 1))
  }
  const missing = params.find(({ name, isRequired }) => isRequired && !Object.hasOwn(input, name))
  if (missing) throw new UsageError(`the parameter ${missing.name} is missing`)
  return input
}

/** Converts a typed text to the type of its parameter: the server does not convert the values of a body. */
export function readValue({ name, schema }: Parameter, text: string): unknown {
  const types = listTypes(schema)
  if (types.includes('null') && text === 'null') return null
  if (types.includes('integer') && /^-?\d+$/.test(text)) return Number(text)
  if (types.includes('number') && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (types.includes('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (types.includes('string')) return text
  if (types.length > 0 && !types.includes('object') && !types.includes('array'))
    throw new UsageError(`${name} must be ${types.filter((type) => type !== 'null').join(' or ')}`)
  try {
    return JSON.parse(text)
  } catch {
    // Lists of texts can be written without JSON: scopes=company,ticketing.
    if (isTextList(schema)) return text.split(',').map((part) => part.trim())
    throw new UsageError(`${name} must be JSON`)
  }
}

const isTextList = (schema: Schema): boolean =>
  schema.anyOf?.some(isTextList) ?? (schema.items !== undefined && listTypes(schema.items).includes('string'))

function listTypes({ type, anyOf, enum: values }: Schema): string[] {
  if (anyOf) return anyOf.flatMap(listTypes)
  if (type === undefined) return values?.map((value) => (value === null ? 'null' : typeof value)) ?? []
  return Array.isArray(type) ? type : [type]
}
