// A lookup as a route: what its endpoint says, with the options and refusals that all metered calls share.
import type { Endpoint, Method } from '@quarry/kit/endpoint'
import {
  boolean,
  integer,
  named,
  object,
  oneOf,
  optional,
  type TObject,
  type TSchema,
  text,
} from '@quarry/kit/schema'
import type { Reason } from '../errors.ts'
import type { Reply, RouteData } from '../route-data.ts'
import { exampleId, uuid } from './shared-schemas.ts'

/** What of a configured endpoint its description needs. */
export type Described = {
  endpoint: Endpoint
  source: { name: string; title: string }
  price: number
  /** In the order in which they are asked. */
  providers: readonly {
    /** As the configuration calls it; a description for all servers has none. */
    name?: string
    provider: {
      api?: { title: string }
      example?: Record<string, unknown>
      inputs?: Readonly<Record<string, string>>
    }
  }[]
}

/** Who may be named depends on who is configured. */
const providerOption = (names: readonly string[]) =>
  optional(
    text(names[0] ?? 'sandbox', {
      maxLength: 100,
      description: `Ask this provider alone${names.length === 0 ? '' : ` (${names.join(', ')})`}; by default those that are configured, one after the other.`,
    }),
  )

const options = {
  is_async: optional(
    boolean(true, {
      default: false,
      description: 'Answer 202 with a job at once; the result is fetched from the job.',
    }),
  ),
  soft_fail: optional(
    boolean(true, {
      default: false,
      description: 'Send a 404 as status 200 with `{"error":"Not Found"}`; recorded and billed as 404.',
    }),
  ),
  max_age: optional(
    integer(3600, {
      minimum: 0,
      maximum: 31_536_000,
      default: 0,
      description: 'Accept a cached record of at most this age in seconds.',
    }),
  ),
  provider: providerOption([]),
  require: optional(
    text('name', {
      maxLength: 1000,
      description:
        'Fields, with commas between, that the record must have; of a list, each item. A record without one of them is 422 and costs nothing.',
    }),
  ),
  require_any: optional(
    text('name', {
      maxLength: 1000,
      description: 'The same of fields one of which must be there; of a list, in one item.',
    }),
  ),
  webhook: optional(
    text('https://receiver.example/hook', {
      maxLength: 2048,
      format: 'uri',
      description: 'With `is_async=true`: https address that is told of the end of the job.',
    }),
  ),
}

const accepted: Reply = {
  description: 'The job is queued; credits are held, not billed',
  schema: object(
    {
      job_id: uuid(),
      status: oneOf(['queued']),
      url: text(`/jobs/${exampleId}`, { format: 'uri-reference' }),
    },
    named('AcceptedJob'),
  ),
}

const refusals: readonly Reason[] = [
  'quota_exceeded',
  'credits_exhausted',
  'open_invoices',
  'not_found',
  'idempotency_in_progress',
  'idempotency_result_gone',
  'idempotency_mismatch',
  'fields_missing',
  'storage_exceeded',
  'upstream_failed',
  'upstream_timeout',
  'upstream_blocked',
  'upstream_paced',
  'page_changed',
]

/** One route for each method under which the endpoint is called. */
export function lookupRoutes<O extends Described>(configured: O): (RouteData & { configured: O })[] {
  const { method, alsoMethod } = configured.endpoint
  return [method, ...(alsoMethod ? [alsoMethod] : [])].map((one) => lookupRoute(configured, one))
}

/** A call that works as the endpoint is configured. */
export const chooseExample = ({ endpoint, providers }: Pick<Described, 'endpoint' | 'providers'>) =>
  providers[0]?.provider.example ?? (endpoint.example as Record<string, unknown>)

/** The parameters, with the forms in which those take them who are configured; of others they are of no use. */
function describedProperties({ endpoint, providers }: Described): Record<string, TSchema> {
  const { properties } = endpoint.params as TObject
  return Object.fromEntries(
    Object.entries(properties as Record<string, TSchema & { description?: string }>).map(([name, schema]) => {
      const forms = listForms(name, providers)
      const value = [...forms, ...(schema.description === undefined ? [] : [schema.description])].join(' ')
      // Whether it may be left out is told by a property that is not enumerable.
      const own = Object.getOwnPropertyDescriptors(schema)
      const description = { value, enumerable: true, configurable: true, writable: true }
      return [
        name,
        forms.length === 0 ? schema : Object.defineProperties({} as TSchema, { ...own, description }),
      ]
    }),
  )
}

/** A sentence of each who says something of the parameter; where that are several, with who takes it so. */
function listForms(name: string, providers: Described['providers']): string[] {
  const told = providers.filter(({ provider }) => provider.inputs?.[name] !== undefined)
  return told.map(({ provider: { inputs = {}, api } }) => {
    const form = inputs[name] ?? ''
    return told.length === 1 || !api ? form : `For ${api.title}: ${lowerFirst(form)}`
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
  const names = configured.providers.flatMap((one) => one.name ?? [])
  const shared = { ...options, provider: providerOption(names) }
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
        ...(isRaw ? { also: { 'text/html': '<!doctype html>…' } } : {}),
      },
      202: accepted,
    },
    refusals,
    example: method === 'GET' ? { params: example } : { body: example },
  }
}
