// Webhook messages in the API reference, with the headers that sign them.

import type { Json } from '../docs/docs-document.ts'
import type { WebhookData } from '../routes/webhook-messages.ts'
import type { Schemas } from './name-schemas.ts'

const header = (name: string, description: string, example: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  example,
})

const signedHeaders = [
  header(
    'webhook-id',
    'Id of the message, the same for each repetition (Standard Webhooks).',
    '0197d7a4-3c6e-7c1a-9a53-2f4f3a0b7c11',
  ),
  header('webhook-timestamp', 'When the attempt was signed, in Unix seconds.', '1767225600'),
  header(
    'webhook-signature',
    '`v1,<base64>`: the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. During a rotation one for each secret, with a space between.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
  header(
    'quarry-signature',
    'The older form: `t=<seconds>,v1=<hex>`, the HMAC-SHA256 of `<seconds>.<body>`. Secrets of older versions have this one only. It will be removed in the next release.',
    't=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
    false,
  ),
]

export const describeWebhooks = (messages: readonly WebhookData[], schemas: Schemas): Json =>
  Object.fromEntries(
    messages.map(({ name, summary, description, schema }) => [
      name,
      {
        post: {
          operationId: `${name}_message`,
          tags: ['webhooks'],
          summary,
          description: `${description} Answer with a 2xx status; otherwise the message is sent again.`,
          security: [],
          parameters: signedHeaders,
          requestBody: { required: true, content: { 'application/json': { schema: schemas.show(schema) } } },
          responses: { 204: { description: 'The message was received' } },
        },
      },
    ]),
  )
