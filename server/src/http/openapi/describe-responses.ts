// Responses in the API reference: each response header described once and referred to, and one error response per status
// with every reason and message of the error table.
import { integer, optional, text } from '@quarry/kit/schema'
import {
  protocolReasons,
  type Reason,
  Refusal,
  ResultGone,
  reasons,
  toStatus,
  toTitle,
} from '../../platform/errors.ts'
import { mapValues } from '../../platform/lib/map-values.ts'
import { namedObject } from '../../platform/lib/schemas.ts'
import type { Access } from '../../platform/route-data.ts'
import type { Json } from '../docs/docs-document.ts'
import { problemType, toProblemUri } from '../server/error-responses.ts'

const header = (description: string, type: string): Json => ({ description, schema: { type } })

export const headers: Record<string, Json> = {
  'x-request-id': header('Id of the request; quote it when you report a problem', 'string'),
  'x-credits-used': header('Credits charged for this call', 'integer'),
  'x-credits-remaining': header('Credits left after this call', 'integer'),
  'x-source-status': header('operational, degraded or not_configured', 'string'),
  'x-provider': header(
    'The provider that answered: `sandbox`, `site`, or the name of an upstream API',
    'string',
  ),
  'x-provider-licence': header('Licence of the data, if the provider states one', 'string'),
  'x-provider-source': header('Public page about the subject', 'string'),
  'x-record-fields': header('Filled fields of the record out of all its fields, such as `31/43`', 'string'),
  'x-record-form': header('The form of the page that was read', 'string'),
  'x-record-partial': header('`true` if the record is incomplete', 'string'),
  'x-record-observed': header('Day on which the data was observed, if it is not current', 'string'),
  'idempotent-replay': header('`true` if this is the stored answer to an earlier request', 'string'),
  'x-credits-original': header(
    'Credits charged for the first answer; sent with a replay, or if that answer is no longer stored',
    'integer',
  ),
  age: header('Age of a cached record in seconds', 'integer'),
  ratelimit: header('Rate limit state, if the account has a limit', 'string'),
  'ratelimit-policy': header('Rate limit policy, if the account has a limit', 'string'),
}

const freeHeaders = ['x-request-id', 'x-credits-used', 'ratelimit', 'ratelimit-policy']

/** The headers of all routes with this access, and those of the route itself. */
export function describeHeaders(
  access: Access,
  isLookup: boolean,
  own: Readonly<Record<string, string>> = {},
): Json {
  const shared = isLookup ? Object.keys(headers) : access === 'key' ? freeHeaders : []
  const all = {
    ...Object.fromEntries(shared.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...mapValues(own, (text) => header(text, 'string')),
  }
  return Object.keys(all).length > 0 ? { headers: all } : {}
}

const details: Partial<Record<Reason, string>> = {
  invalid_parameter: 'Bad Request: query is required',
  malformed_body: 'Bad Request: the body is not valid JSON',
  fields_missing: 'Unprocessable: venue.latitude is missing',
  idempotency_result_gone: new ResultGone(0).message,
  quota_exceeded: 'Rate limit exceeded for the API key: quota monthly',
}
const toMessage = (reason: Reason) => details[reason] ?? new Refusal(reason).message

export const errorSchema = namedObject('Error', { error: text('Not Found') })

/** Problem details (RFC 9457), for callers that accept `application/problem+json`. */
export const problemSchema = namedObject('Problem', {
  type: text('/docs#error-not_found', 'A section of the reference about the reason'),
  title: text('There is no such record', 'The same for every error with this reason'),
  status: integer(404),
  detail: text('Not Found', 'The message of this error'),
  reason: text('not_found', 'As in the header `x-error-reason`'),
  parameter: optional(text('query', 'The wrong parameter, if one is')),
  request_id: optional(text('01985f0c-7d1e-7a54-9d3b-2f6c1f0a9b1e')),
})

const described = reasons.filter((reason) => !protocolReasons.includes(reason))
const listReasons = (status: number) => described.filter((reason) => toStatus(reason) === status)
const statuses = [...new Set(described.map(toStatus))]

const billing: Record<number, string> = {
  404: 'Billed in full unless the endpoint says that it is free; an unknown path is free.',
}

const retryAfter = header('Seconds to wait before a retry, if waiting helps', 'integer')
const challenge: Json = {
  description: 'The authentication scheme of the route',
  schema: { type: 'string', examples: ['ApiKey realm="quarry"'] },
}

const describeReasons = (status: number, toBody: (reason: Reason) => Json): Json =>
  Object.fromEntries(
    listReasons(status).map((reason) => [reason, { summary: toTitle(reason), value: toBody(reason) }]),
  )

const errorResponse = (status: number): Json => ({
  description: `${[...new Set(listReasons(status).map((reason) => new Refusal(reason).message))].join(', ')}. ${billing[status] ?? 'Not billed.'}`,
  headers: {
    'x-request-id': headers['x-request-id'],
    'x-error-reason': {
      description: 'Reason code of the error',
      schema: { type: 'string', enum: listReasons(status) },
    },
    ...(status === 401 ? { 'www-authenticate': challenge } : {}),
    ...(status === 401 || status === 429 || status === 500 ? { 'retry-after': retryAfter } : {}),
    ...(status === 409 ? { 'x-credits-original': { $ref: '#/components/headers/x-credits-original' } } : {}),
  },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: describeReasons(status, (reason) => ({ error: toMessage(reason) })),
    },
    [problemType]: {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: describeReasons(status, buildProblem),
    },
  },
})

const buildProblem = (reason: Reason): Json => ({
  type: toProblemUri(reason),
  title: toTitle(reason),
  status: toStatus(reason),
  detail: toMessage(reason),
  reason,
  ...(reason === 'invalid_parameter' ? { parameter: 'query' } : {}),
  request_id: '01985f0c-7d1e-7a54-9d3b-2f6c1f0a9b1e',
})

export const errorResponses: Json = Object.fromEntries(
  statuses.map((status) => [`Error${status}`, errorResponse(status)]),
)
