// The error half of the API reference: one shared response per status, with every reason and message of the
// error table.
import { type Reason, Refusal, reasons, statusOf } from '../errors.ts'

type Json = Record<string, unknown>

const details: Partial<Record<Reason, string>> = {
  invalid_parameter: 'Bad Request: query is required',
  malformed_body: 'Bad Request: the body is not valid JSON',
  quota_exceeded: 'Rate limit exceeded for the API key: quota monthly',
}
const messageOf = (reason: Reason) => details[reason] ?? new Refusal(reason).message

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string', examples: ['Not Found'] } },
  additionalProperties: false,
}

const statuses = [...new Set(reasons.map(statusOf))]

const billing: Record<number, string> = {
  404: 'Billed in full, unless the endpoint says it is free; an unknown route never is.',
}

const errorResponse = (status: number): Json => ({
  description: `${[...new Set(reasons.filter((reason) => statusOf(reason) === status).map((reason) => new Refusal(reason).message))].join(', ')}. ${billing[status] ?? 'Not billed.'}`,
  headers: {
    'x-request-id': { description: 'Id of the call, also in the log', schema: { type: 'string' } },
    'x-error-reason': {
      description: 'What happened, for programs',
      schema: { type: 'string', enum: reasons.filter((reason) => statusOf(reason) === status) },
    },
    ...(status === 401 || status === 429
      ? {
          'retry-after': { description: 'Seconds to wait, where waiting helps', schema: { type: 'integer' } },
        }
      : {}),
  },
  content: {
    'application/json': {
      schema: errorSchema,
      examples: Object.fromEntries(
        reasons
          .filter((reason) => statusOf(reason) === status)
          .map((reason) => [reason, { value: { error: messageOf(reason) } }]),
      ),
    },
  },
})

export const errorResponses: Json = {
  ...Object.fromEntries(statuses.map((status) => [`Error${status}`, errorResponse(status)])),
  Accepted: {
    description: 'The job is queued; credits are held, not billed',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['job_id', 'status', 'url'],
          properties: {
            job_id: { type: 'string', examples: ['0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11'] },
            status: { type: 'string', enum: ['queued'], examples: ['queued'] },
            url: { type: 'string', examples: ['/jobs/0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11'] },
          },
        },
      },
    },
  },
}

export const securitySchemes: Json = {
  header_key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  query_key: { type: 'apiKey', in: 'query', name: 'x_api_key' },
}
