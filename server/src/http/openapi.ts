// The API reference as OpenAPI 3.1, derived from the endpoints themselves: what is served is what is described.
import type { StatusLabel } from '../config.ts'
import type { Endpoint, Method } from '../contract/endpoint.ts'
import type { TSchema } from '../lib/schema.ts'
import { errorResponses, securitySchemes } from './openapi-errors.ts'
import { freeOperations } from './openapi-free.ts'
import { asyncOperations } from './openapi-jobs.ts'

export type DescribedEndpoint = {
  endpoint: Endpoint
  source: { name: string; title: string }
  price: number
  status: StatusLabel
}

type Json = Record<string, unknown>

export function openApi(offers: readonly DescribedEndpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const offer of offers) {
    const { method, alsoMethod, path } = offer.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(offer, method) }
    if (alsoMethod) paths[path] = { ...paths[path], [alsoMethod.toLowerCase()]: operation(offer, alsoMethod) }
  }
  const sources = [...new Map(offers.map(({ source }) => [source.name, source])).values()]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quarry',
      version,
      description:
        'One call with an API key returns one structured record taken from a public site. Every call is metered and billed exactly; every path is also served with a leading `/api`. In the query, booleans are `true` or `false` in any letter case and an empty optional parameter counts as not given; in JSON bodies values have the type that is described. An address of a site may come without its scheme, without `www.` and with `:443`; percent-encode it, or its `&` ends it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/', description: 'This server' },
      { url: '/api', description: 'The same, with the prefix' },
    ],
    security: [{ header_key: [] }, { query_key: [] }],
    tags: [
      ...sources.map(({ name, title }) => ({ name, description: title })),
      { name: 'account', description: 'Credits, usage and jobs of the calling account; free' },
    ],
    paths: { ...paths, ...freeOperations, ...asyncOperations(exampleBatch(offers)) },
    components: { securitySchemes, responses: errorResponses },
  }
}

function exampleBatch(offers: readonly DescribedEndpoint[]): Json {
  const endpoint = offers[0]?.endpoint
  return { endpoint: endpoint?.path ?? '', inputs: endpoint ? [endpoint.example] : [] }
}

function operation(offer: DescribedEndpoint, method: Method): Json {
  const { endpoint, source, price, status } = offer
  const isMain = method === endpoint.method
  const name = endpoint.path.replace(/^\/v2\//, '').replaceAll('/', '_')
  return {
    operationId: isMain ? name : `${name}_${method.toLowerCase()}`,
    tags: [source.name],
    summary: endpoint.summary,
    description: `${endpoint.description} A 404 is ${endpoint.notFound}.`,
    'x-credits': price,
    'x-status': status,
    parameters: [...(method === 'GET' ? ownParameters(endpoint) : []), ...optionParameters],
    ...(method === 'POST' ? { requestBody: requestBody(endpoint) } : {}),
    responses: {
      200: {
        description: 'The record',
        headers: metered,
        content: { 'application/json': { schema: endpoint.record }, ...rawPage(endpoint) },
      },
      202: { $ref: '#/components/responses/Accepted' },
      ...Object.fromEntries(
        [400, 401, 402, 403, 404, 409, 413, 422, 429, 500].map((code) => [
          code,
          { $ref: `#/components/responses/Error${code}` },
        ]),
      ),
    },
  }
}

const propertiesOf = (endpoint: Endpoint) =>
  Object.entries(
    endpoint.params.properties as Record<string, TSchema & { description?: string; examples?: unknown[] }>,
  )

function ownParameters(endpoint: Endpoint): Json[] {
  const required = (endpoint.params as { required?: string[] }).required ?? []
  const example = endpoint.example as Record<string, unknown>
  return propertiesOf(endpoint).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: description ?? name,
    schema,
    // A parameter that excludes another one has its example apart, so that all `example`s make one working call.
    ...(Object.hasOwn(example, name)
      ? { example: example[name] }
      : { examples: { alternative: { value: examples?.[0] } } }),
  }))
}

const requestBody = (endpoint: Endpoint): Json => ({
  required: ((endpoint.params as { required?: string[] }).required ?? []).length > 0,
  content: {
    'application/json': {
      schema: { ...endpoint.params, additionalProperties: true },
      example: endpoint.example,
    },
  },
})

const rawPage = (endpoint: Endpoint): Json =>
  Object.hasOwn(endpoint.params.properties as object, 'return_page_source')
    ? { 'text/html': { schema: { type: 'string', examples: ['<!doctype html>…'] } } }
    : {}

const optionParameters: Json[] = [
  {
    name: 'is_async',
    in: 'query',
    description: 'Answer 202 with a job at once; the result is fetched from the job.',
    schema: { type: 'boolean', default: false },
    example: false,
  },
  {
    name: 'soft_fail',
    in: 'query',
    description: 'Send a 404 as status 200 with `{"error":"Not Found"}`; recorded and billed as 404.',
    schema: { type: 'boolean', default: false },
    example: false,
  },
  {
    name: 'max_age',
    in: 'query',
    description: 'Accept a cached record of at most this age in seconds.',
    schema: { type: 'integer', minimum: 0, maximum: 31_536_000, default: 0 },
    example: 0,
  },
  {
    name: 'webhook',
    in: 'query',
    description: 'With `is_async=true`: https address that is told of the end of the job.',
    schema: { type: 'string', maxLength: 2048 },
    examples: { alternative: { value: 'https://receiver.example/hook' } },
  },
  {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same request under the same key is run and billed once, and answered for a day.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    examples: { alternative: { value: '5f0c2a52-order-117' } },
  },
]

const header = (description: string, type: string): Json => ({ description, schema: { type } })
const metered: Json = {
  'x-request-id': header('Id of the call, also in the log', 'string'),
  'x-credits-used': header('Credits this call cost', 'integer'),
  'x-credits-remaining': header('Credits left afterwards', 'integer'),
  'x-source-status': header('operational or degraded', 'string'),
  age: header('Age of a cached record in seconds', 'integer'),
  ratelimit: header('Rate limit state, where the account has one', 'string'),
  'ratelimit-policy': header('Rate limit policy, where the account has one', 'string'),
}
