// Error responses in the API reference: one per status, with every reason and message of the error table.
import { named, object, text } from '@quarry/kit/schema'
import { type Reason, Refusal, ResultGone, reasons, toStatus } from '../errors.ts'
import type { Json } from './docs-document.ts'

const details: Partial<Record<Reason, string>> = {
  invalid_parameter: 'Bad Request: query is required',
  malformed_body: 'Bad Request: the body is not valid JSON',
  fields_missing: 'Unprocessable: venue.latitude is not there',
  idempotency_result_gone: new ResultGone(0).message,
  quota_exceeded: 'Rate limit exceeded for the API key: quota monthly',
}
const toMessage = (reason: Reason) => details[reason] ?? new Refusal(reason).message

export const errorSchema = object({ error: text('Not Found') }, named('Error'))

// A documented operation has the right method and cannot answer 405.
const described = reasons.filter((reason) => reason !== 'method_not_allowed')
const statuses = [...new Set(described.map(toStatus))]

const billing: Record<number, string> = {
  404: 'Billed in full unless the endpoint says that it is free; an unknown path is free.',
}

const errorResponse = (status: number): Json => ({
  description: `${[...new Set(reasons.filter((reason) => toStatus(reason) === status).map((reason) => new Refusal(reason).message))].join(', ')}. ${billing[status] ?? 'Not billed.'}`,
  headers: {
    'x-request-id': {
      description: 'Id of the request; name it when you report a problem',
      schema: { type: 'string' },
    },
    'x-error-reason': {
      description: 'Reason code of the error',
      schema: { type: 'string', enum: reasons.filter((reason) => toStatus(reason) === status) },
    },
    ...(status === 401
      ? {
          'www-authenticate': {
            description: 'The authentication scheme of the route',
            schema: { type: 'string', examples: ['ApiKey realm="quarry"'] },
          },
        }
      : {}),
    ...(status === 401 || status === 429
      ? {
          'retry-after': {
            description: 'Seconds to wait before a retry, if waiting helps',
            schema: { type: 'integer' },
          },
        }
      : {}),
    ...(status === 409 ? { 'x-credits-original': { $ref: '#/components/headers/x-credits-original' } } : {}),
  },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(
        reasons
          .filter((reason) => toStatus(reason) === status)
          .map((reason) => [reason, { value: { error: toMessage(reason) } }]),
      ),
    },
  },
})

export const errorResponses: Json = Object.fromEntries(
  statuses.map((status) => [`Error${status}`, errorResponse(status)]),
)
