// The error half of the API reference: one shared response per status, with every reason and message of the
// error table.
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

// A described operation has the right method, so no operation can answer 405.
const described = reasons.filter((reason) => reason !== 'method_not_allowed')
const statuses = [...new Set(described.map(toStatus))]

const billing: Record<number, string> = {
  404: 'Billed in full, unless the endpoint says it is free; an unknown route never is.',
}

const errorResponse = (status: number): Json => ({
  description: `${[...new Set(reasons.filter((reason) => toStatus(reason) === status).map((reason) => new Refusal(reason).message))].join(', ')}. ${billing[status] ?? 'Not billed.'}`,
  headers: {
    'x-request-id': { description: 'Id of the request, for questions about it', schema: { type: 'string' } },
    'x-error-reason': {
      description: 'What happened, for programs',
      schema: { type: 'string', enum: reasons.filter((reason) => toStatus(reason) === status) },
    },
    ...(status === 401
      ? {
          'www-authenticate': {
            description: 'The scheme of the credentials that the route takes',
            schema: { type: 'string', examples: ['ApiKey realm="quarry"'] },
          },
        }
      : {}),
    ...(status === 401 || status === 429
      ? {
          'retry-after': { description: 'Seconds to wait, where waiting helps', schema: { type: 'integer' } },
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
