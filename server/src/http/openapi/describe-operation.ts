// Describes a route as an operation of the API reference. Named schemas become components of the document.
import { isDeepStrictEqual } from 'node:util'
import type { TObject, TSchema } from '@quarry/kit/schema'
import type { EndpointStatus } from '../../platform/config/config.ts'
import { toStatus } from '../../platform/errors.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import { defaultStatus, pathNames, type Reply, type RouteData } from '../../platform/route-data.ts'
import type { Json } from '../docs/docs-document.ts'
import { listRefusals } from '../routes/route.ts'
import { describeHeaders } from './describe-responses.ts'

/** Facts about a lookup on this server. */
export type Facts = { credits: number; status: EndpointStatus; isLookup: boolean }

export function describeOperation(route: RouteData, facts: Facts | null, schemas: Schemas): Json {
  const { name, tag, summary, description, access, replies } = route
  const refusals = listRefusals(route)
  const statuses = [...new Set(refusals.map(toStatus))].sort((a, b) => a - b)
  const isLookup = facts?.isLookup ?? false
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(access === 'open' ? { security: [] } : {}),
    ...(facts ? { 'x-credits': facts.credits, 'x-status': facts.status } : {}),
    ...(route.moreExamples?.length ? { 'x-examples': route.moreExamples } : {}),
    'x-error-reasons': refusals,
    parameters: describeParameters(route, schemas),
    ...describeBody(route, schemas),
    responses: {
      ...mapValues(replies, (reply, status) =>
        describeReply(route, reply, Number(status) === defaultStatus(route), isLookup, schemas),
      ),
      ...Object.fromEntries(
        statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
      ),
    },
  }
}

// Decision: the 200 of a lookup is the record alone, so that generated clients have exact types. A caller that sets
// `soft_fail` expects the `Error` body.
const softFail: Json = {
  description: 'With `soft_fail=true` a missing record is answered with status 200 and this body.',
  schema: { $ref: '#/components/schemas/Error' },
}

const partial: Json = {
  description:
    'With `fields` the answer is a partial record: the same schema with only the named fields, or without those left out. In a list the envelope stays whole and each item is cut.',
}

function describeReply(
  route: RouteData,
  reply: Reply,
  isDefault: boolean,
  isLookup: boolean,
  schemas: Schemas,
) {
  const { name, access, path } = route
  const { description, schema, headers, also = {}, events = {} } = reply
  // The record of a lookup has one name for all methods.
  const subject = isLookup ? path.replace('/v2/', '').replaceAll('/', '_') : name
  const component = isDefault ? pascalCase(subject) : undefined
  const content = {
    ...(schema ? { 'application/json': { schema: schemas.show(schema, component) } } : {}),
    ...mapValues(also, (example, type) => ({
      schema: { type: 'string', examples: [example] },
      ...describeEvents(type, events, schemas),
    })),
  }
  const beside = isLookup && isDefault ? { 'x-soft-fail': softFail, 'x-partial-record': partial } : {}
  return { description, ...describeHeaders(access, isLookup, headers), content, ...beside }
}

// JSON Schema cannot describe an event stream, so `x-events` lists its events.
const describeEvents = (type: string, events: Readonly<Record<string, TSchema>>, schemas: Schemas): Json =>
  type === 'text/event-stream' ? { 'x-events': mapValues(events, (schema) => schemas.show(schema)) } : {}

function describeParameters(route: RouteData, schemas: Schemas): Json[] {
  const { path, params, files, isIdempotent, isResumable, example } = route
  const names = pathNames(path)
  const examples = (example.params ?? {}) as Json
  const ownParameters = describeParams(params, examples, schemas).map((one) => ({
    ...one,
    ...(names.includes(String(one.name)) ? { in: 'path', required: true } : {}),
  }))
  // Query parameters for files only; `x-content-type` marks them for the reference page.
  const beside = files
    ? describeParams(files.params, (example.body ?? {}) as Json, schemas).map((one) => ({
        ...one,
        required: false,
        'x-content-type': Object.keys(files.examples).join(', '),
      }))
    : []
  const headers = [
    ...(isIdempotent ? [idempotencyKey, idempotencyTtl] : []),
    ...(isResumable ? [lastEventId] : []),
  ]
  return [...ownParameters, ...beside, ...headers]
}

function describeParams(params: TObject, example: Json, schemas: Schemas): Json[] {
  const required = (params as { required?: string[] }).required ?? []
  return Object.entries(params.properties as Record<string, TSchema>).map(([name, param]) => {
    const { description, examples, ...schema } = schemas.show(param) as Json & { examples?: unknown[] }
    return {
      name,
      in: 'query',
      required: required.includes(name),
      description: description ?? name,
      schema,
      // All `example`s together make one working call, so a parameter that excludes another has `examples` instead.
      ...(Object.hasOwn(example, name)
        ? { example: example[name] }
        : { examples: { alternative: { value: examples?.[0] } } }),
    }
  })
}

function describeBody({ body, files, example }: RouteData, schemas: Schemas): Json {
  if (!body) return {}
  const required = (body as { required?: string[] }).required ?? []
  return {
    requestBody: {
      required: required.length > 0,
      content: {
        'application/json': { schema: schemas.show(body), example: example.body },
        ...mapValues(files?.examples ?? {}, (text, type) => describeFile(type, text)),
      },
    },
  }
}

/** A form has one file under any name. */
const describeFile = (type: string, example: string): Json =>
  type === 'multipart/form-data'
    ? {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary', description: example } },
          required: ['file'],
        },
      }
    : { schema: { type: 'string' }, example }

const headerParameter = (
  name: string,
  description: string,
  schema: Json,
  example: string | number,
): Json => ({
  name,
  in: 'header',
  description,
  schema,
  examples: { alternative: { value: example } },
})

const idempotencyKey = headerParameter(
  'Idempotency-Key',
  'A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key.',
  { type: 'string', minLength: 1, maxLength: 512 },
  '5f0c2a52-order-117',
)
const idempotencyTtl = headerParameter(
  'Idempotency-TTL',
  'Seconds to store the answer, if a day is too long.',
  { type: 'integer', minimum: 60, maximum: 86_400, default: 86_400 },
  900,
)
const lastEventId = headerParameter(
  'Last-Event-ID',
  'Id of the last event received; the stream resumes after it.',
  { type: 'string' },
  'x1CTnJ0vGxwYQm8yYh0N2w',
)

const nested = ['anyOf', 'oneOf', 'allOf']

export type Schemas = ReturnType<typeof createSchemas>

/** Converts the schemas of one document: `x-format` becomes `format`, and named schemas are collected as components. */
export function createSchemas() {
  const components: Record<string, Json> = {}

  /** Converts a schema; `name` makes it a component if it has no name of its own. */
  function show(input: unknown, name?: string): Json {
    const { 'x-name': own, ...schema } = input as Json
    const component = (own ?? name) as string | undefined
    if (component === undefined) return convert(schema)
    const type = schema.type
    const isNullable = Array.isArray(type) && type.includes('null')
    const shown = convert(isNullable ? { ...schema, type: type[0] } : schema)
    const existing = components[component]
    if (existing && !isDeepStrictEqual(existing, shown))
      throw new Error(`two schemas have the name ${component}`)
    components[component] = shown
    const reference = { $ref: `#/components/schemas/${component}` }
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  function convert({ 'x-format': format, ...schema }: Json): Json {
    const shown: Json = format === undefined ? {} : { format }
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties') shown[key] = mapValues(value as Json, (one) => show(one))
      else if (key === 'items') shown[key] = show(value)
      else if (nested.includes(key)) shown[key] = (value as unknown[]).map((one) => show(one))
      else shown[key] = value
    }
    return shown
  }

  return { show, components }
}

/** `company_email_pattern` → `CompanyEmailPattern`. */
export const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
