// The lookups of the OpenAPI document: the source of forms, prices and code samples.
import { queryOptions } from '@tanstack/react-query'
import { quarry } from './api.ts'
import { toText } from './text.ts'

export type Parameter = {
  name: string
  description: string
  isRequired: boolean
  type: string
  values: readonly string[] | null
  example: string | null
  /** An option that every lookup has. */
  isCommon: boolean
}

export type LookupInfo = {
  path: string
  method: 'GET' | 'POST'
  summary: string
  description: string
  tag: string
  credits: number
  status: string
  parameters: readonly Parameter[]
  /** Calls that work, as texts by parameter. */
  examples: readonly Record<string, string>[]
}

type Json = Record<string, unknown>
type Operation = {
  summary: string
  description?: string
  tags: string[]
  'x-credits'?: number
  'x-status'?: string
  'x-examples'?: Json[]
  parameters: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema: Json
    example?: unknown
  }[]
  requestBody?: { content: { 'application/json'?: { schema: Json; example?: Json } } }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

/** Options that every lookup has. */
export const commonOptions = [
  'is_async',
  'soft_fail',
  'max_age',
  'provider',
  'require',
  'require_any',
  'fields',
  'format',
  'webhook',
]

export const lookupsQuery = queryOptions({
  queryKey: ['reference'],
  queryFn: async () => toLookups((await quarry.request('GET', '/openapi.json')).data as unknown as Document),
  staleTime: 60_000,
})

/** The lookup that forms start with. */
export const defaultPath = (all: readonly LookupInfo[]): string =>
  (all.find(({ path }) => path === '/v2/company') ?? all[0])?.path ?? ''

function toLookups(document: Document): LookupInfo[] {
  return Object.entries(document.paths).flatMap(([path, methods]) => {
    const billed = Object.entries(methods).filter(([, one]) => (one['x-credits'] ?? 0) > 0)
    // GET is preferred: its parameters are in the query, which makes simpler samples.
    const [method, one] = billed.find(([name]) => name === 'get') ?? billed[0] ?? []
    if (!method || !one) return []
    const parameters = toParameters(one, document)
    return [
      {
        path,
        method: method.toUpperCase() as LookupInfo['method'],
        summary: one.summary,
        description: one.description ?? '',
        tag: one.tags[0] ?? '',
        credits: one['x-credits'] ?? 0,
        status: one['x-status'] ?? 'operational',
        parameters,
        examples: listExamples(parameters, one['x-examples']),
      },
    ]
  })
}

/** The example of the parameters first, then the further ones. */
function listExamples(parameters: readonly Parameter[], further: readonly Json[] = []) {
  const first = parameters.flatMap(({ name, example }) => (example === null ? [] : [[name, example]]))
  const others = further.map((one) => Object.entries(one).map(([name, value]) => [name, toText(value)]))
  return [first, ...others].map((pairs): Record<string, string> => Object.fromEntries(pairs))
}

function toParameters({ parameters, requestBody }: Operation, document: Document): Parameter[] {
  const inQuery = parameters
    .filter((candidate) => candidate.in === 'query')
    .map(({ name, description = '', required = false, schema, example }) =>
      parameter(name, { ...schema, description }, required, example),
    )
  const body = requestBody?.content['application/json']
  if (!body) return inQuery
  const schema = resolve(body.schema, document)
  const required = (schema.required as string[] | undefined) ?? []
  const inBody = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, one]) =>
    parameter(name, resolve(one, document), required.includes(name), body.example?.[name]),
  )
  return [...inBody, ...inQuery]
}

function parameter(name: string, schema: Json, isRequired: boolean, example: unknown): Parameter {
  const types = [schema.type].flat().filter((type) => type !== 'null')
  return {
    name,
    description: String(schema.description ?? ''),
    isRequired,
    type: String(types[0] ?? 'object'),
    values: (schema.enum as string[] | undefined)?.filter((value) => value !== null) ?? null,
    example: example === undefined ? null : toText(example),
    isCommon: commonOptions.includes(name),
  }
}

function resolve(schema: Json, { components }: Document): Json {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return name === undefined ? schema : (components.schemas[name] ?? {})
}
