// Builds the route of a lookup from its endpoint, with the options and refusals that all metered calls share.

import type { Endpoint, Method } from '@quarry/kit/endpoint'
import type { Provider } from '@quarry/kit/provider'
import { boolean, integer, object, oneOf, optional, type TSchema, text } from '@quarry/kit/schema'
import { findMainList } from '../../lookups/reading/record-fields.ts'
import type { Reason } from '../../platform/errors.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import { exampleId, namedObject, uuid } from '../../platform/lib/schemas.ts'
import type { Reply, RouteData } from '../../platform/route-data.ts'

/** The part of a configured endpoint that its description needs. */
export type Described = {
  endpoint: Endpoint
  source: { name: string; title: string }
  price: number
  /** In the order in which they are tried. */
  providers: readonly {
    /** Its name in the configuration; absent in a description that holds for all servers. */
    name?: string
    definition: Pick<Provider<never, unknown>, 'api' | 'example' | 'inputs'>
  }[]
}

/** A route with its configured endpoint if it is a lookup. */
export type DescribedRoute = RouteData & { configured?: Described }

const providerOption = (names: readonly string[]) =>
  optional(
    text(names[0] ?? 'sandbox', {
      maxLength: 100,
      description: `Use only this provider${names.length === 0 ? '' : ` (${names.join(', ')})`}; by default the configured providers in order.`,
    }),
  )

const fieldNames = (description: string) => optional(text('name', { maxLength: 1000, description }))

const options = {
  is_async: optional(
    boolean(true, {
      default: false,
      description: 'Answer 202 with a job at once; read the result from the job.',
    }),
  ),
  soft_fail: optional(
    boolean(true, {
      default: false,
      description: 'Send a 404 as status 200 with `{"error":"Not Found"}`; it is recorded and billed as 404.',
    }),
  ),
  max_age: optional(
    integer(3600, {
      minimum: 0,
      maximum: 31_536_000,
      default: 0,
      description: 'Accept a cached record up to this age in seconds.',
    }),
  ),
  provider: providerOption([]),
  require: fieldNames(
    'Comma-separated fields that the record must have; in a list, every item. A record that lacks one of them is refused with 422, free of charge.',
  ),
  require_any: fieldNames(
    'Comma-separated fields of which the record must have at least one; in a list, in one item.',
  ),
  fields: fieldNames(
    'Comma-separated fields to return, named as in `require`; in a list, of each item. A leading `-` leaves a field out instead. The answer is then a partial record.',
  ),
  webhook: optional(
    text('https://receiver.example/hook', {
      maxLength: 2048,
      format: 'uri',
      description: 'With `is_async=true`: https address that receives a message when the job ends.',
    }),
  ),
}

const formatOption = (isList: boolean) =>
  optional(
    oneOf(isList ? ['json', 'csv', 'ndjson'] : ['json', 'csv'], {
      default: 'json',
      description: `Format of the record. \`csv\` has ${isList ? 'one row per item' : 'one row'} and is also sent for \`Accept: text/csv\`${isList ? '; `ndjson` has one item per line' : ''}. Errors are JSON. Not with \`is_async\`.`,
    }),
  )

const accepted: Reply = {
  description: 'The job is queued; its credits are held, not yet charged',
  schema: namedObject('AcceptedJob', {
    job_id: uuid(),
    status: oneOf(['queued']),
    url: text(`/jobs/${exampleId}`, { format: 'uri-reference' }),
  }),
}

const refusals: readonly Reason[] = [
  'quota_exceeded',
  'credits_exhausted',
  'open_invoices',
  'not_found',
  'idempotency_result_gone',
  'fields_missing',
  'upstream_failed',
  'upstream_timeout',
  'upstream_blocked',
  'upstream_paced',
  'page_changed',
  'not_configured',
]

/** One route per method of the endpoint. */
export function lookupRoutes<O extends Described>(configured: O): (RouteData & { configured: O })[] {
  const { method, alsoMethod } = configured.endpoint
  return [method, ...(alsoMethod ? [alsoMethod] : [])].map((one) => lookupRoute(configured, one))
}

/** A call that works with the configured providers. */
export const chooseExample = ({ endpoint, providers }: Pick<Described, 'endpoint' | 'providers'>) =>
  providers[0]?.definition.example ?? (endpoint.example as Record<string, unknown>)

/** Further calls that work: those of the endpoint if its first provider has no example, and one of each other provider. */
export function listExamples({ endpoint, providers }: Pick<Described, 'endpoint' | 'providers'>) {
  const [first, ...others] = providers.map(({ definition }) => definition.example)
  const endpointExamples = first === undefined ? (endpoint.moreExamples ?? []) : []
  return [...endpointExamples, ...others.flatMap((example) => example ?? [])] as Record<string, unknown>[]
}

type ParamsSchema = { properties: Record<string, TSchema & { description?: string }>; required?: string[] }

/** The parameters, described with the input formats of the configured providers. */
function describedProperties({ endpoint, providers }: Described): Record<string, TSchema> {
  const { properties, required = [] } = endpoint.params as ParamsSchema
  return mapValues(properties, (schema, name) => {
    const forms = listForms(name, providers)
    if (forms.length === 0) return schema
    const description = [...forms, schema.description ?? []].flat().join(' ')
    const described = { ...schema, description }
    // Spreading loses the non-enumerable property that marks a parameter as optional.
    return required.includes(name) ? described : optional(described)
  })
}

/** The input formats of a parameter, one sentence per provider that documents it. */
function listForms(name: string, providers: Described['providers']): string[] {
  const documented = providers.filter(({ definition }) => definition.inputs?.[name] !== undefined)
  return documented.map(({ definition: { inputs = {}, api } }) => {
    const form = inputs[name] ?? ''
    return documented.length === 1 || !api ? form : `For ${api.title}: ${lowerFirst(form)}`
  })
}

const lowerFirst = (sentence: string): string =>
  sentence.replace(/^(?:A|The)\b/, (word) => word.toLowerCase())

function lookupRoute<O extends Described>(configured: O, method: Method): RouteData & { configured: O } {
  const { endpoint, source } = configured
  const name = endpoint.path.replace(/^\/v2\//, '').replaceAll('/', '_')
  const properties = describedProperties(configured)
  const isRaw = Object.hasOwn(properties, 'return_page_source')
  const example = chooseExample(configured)
  const names = configured.providers.flatMap((provider) => provider.name ?? [])
  const isList = findMainList(endpoint.record as object) !== null
  // The reference shows options that differ by endpoint before the common ones, in this order.
  const shared = { format: formatOption(isList), ...options, provider: providerOption(names) }
  return {
    configured,
    name: method === endpoint.method ? name : `${name}_${method.toLowerCase()}`,
    method,
    path: endpoint.path,
    access: 'key',
    tag: source.name,
    summary: endpoint.summary,
    description: `${endpoint.description} A 404 is ${endpoint.notFound}.`,
    params: object(method === 'GET' ? { ...properties, ...shared } : shared),
    ...(method === 'POST' ? { body: { ...endpoint.params, properties, additionalProperties: true } } : {}),
    isIdempotent: true,
    replies: {
      200: {
        description: 'The record',
        schema: endpoint.record,
        also: {
          'text/csv': 'name,url',
          ...(isList ? { 'application/x-ndjson': '{"name":"…"}' } : {}),
          ...(isRaw ? { 'text/html': '<!doctype html>…' } : {}),
        },
      },
      202: accepted,
    },
    refusals,
    example: method === 'GET' ? { params: example } : { body: example },
    moreExamples: listExamples(configured),
  }
}
