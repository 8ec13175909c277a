// Describes a route as an operation of the API reference.
import type { TObject, TSchema } from '@quarry/kit/schema'
import type { EndpointStatus } from '../../platform/config/config.ts'
import { toStatus } from '../../platform/errors.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import { pathNames, type Reply, type RouteData, usualStatus } from '../../platform/route-data.ts'
import type { Json } from '../docs/docs-document.ts'
import { listRefusals } from '../routes/route.ts'
import { pascalCase, type Schemas } from './name-schemas.ts'
import { describeHeaders } from './openapi-headers.ts'

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
    ...requestBody(route, schemas),
    responses: {
      ...mapValues(replies, (reply, status) =>
        response(route, reply, Number(status) === usualStatus(route), isLookup, schemas),
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

function response(route: RouteData, reply: Reply, isUsual: boolean, isLookup: boolean, schemas: Schemas) {
  const { name, access, path } = route
  const { description, schema, headers, also = {}, events = {} } = reply
  // The record of a lookup has one name for all methods.
  const subject = isLookup ? path.replace('/v2/', '').replaceAll('/', '_') : name
  const component = isUsual ? pascalCase(subject) : undefined
  const content = {
    ...(schema ? { 'application/json': { schema: schemas.show(schema, component) } } : {}),
    ...mapValues(also, (example, type) => ({
      schema: { type: 'string', examples: [example] },
      ...describeEvents(type, events, schemas),
    })),
  }
  const beside = isLookup && isUsual ? { 'x-soft-fail': softFail, 'x-partial-record': partial } : {}
  return { description, ...describeHeaders(access, isLookup, headers), content, ...beside }
}

// JSON Schema cannot describe an event stream, so `x-events` lists its events.
const describeEvents = (type: string, events: Readonly<Record<string, TSchema>>, schemas: Schemas): Json =>
  type === 'text/event-stream' ? { 'x-events': mapValues(events, (schema) => schemas.show(schema)) } : {}

function describeParameters(route: RouteData, schemas: Schemas): Json[] {
  const { path, params, files, isIdempotent, isResumable, example } = route
  const names = pathNames(path)
  const examples = (example.params ?? {}) as Json
  const ownParameters = describe(params, examples, schemas).map((one) => ({
    ...one,
    ...(names.includes(String(one.name)) ? { in: 'path', required: true } : {}),
  }))
  // Query parameters for files only; `x-content-type` marks them for the reference page.
  const beside = files
    ? describe(files.params, (example.body ?? {}) as Json, schemas).map((one) => ({
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

function describe(params: TObject, example: Json, schemas: Schemas): Json[] {
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

function requestBody({ body, files, example }: RouteData, schemas: Schemas): Json {
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

const header = (name: string, description: string, schema: Json, example: string | number): Json => ({
  name,
  in: 'header',
  description,
  schema,
  examples: { alternative: { value: example } },
})

const idempotencyKey = header(
  'Idempotency-Key',
  'A repeated request with the same key is run and billed once; the answer is stored for a day. A quoted string and the same text without quotes are one key.',
  { type: 'string', minLength: 1, maxLength: 512 },
  '5f0c2a52-order-117',
)
const idempotencyTtl = header(
  'Idempotency-TTL',
  'Seconds to store the answer, if a day is too long.',
  { type: 'integer', minimum: 60, maximum: 86_400, default: 86_400 },
  900,
)
const lastEventId = header(
  'Last-Event-ID',
  'Id of the last event received; the stream resumes after it.',
  { type: 'string' },
  'x1CTnJ0vGxwYQm8yYh0N2w',
)
