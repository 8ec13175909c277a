// Webhooks in the hands of their own account: its secret, and the trial of a receiver. They are the whole account's, so a
// key with scopes has no part in them.
import { boolean, integer, named, nullable, object, text } from '@quarry/kit/schema'
import type { Caller } from '../access/caller.ts'
import { canSeeWholeAccount } from '../access/reach.ts'
import { Refusal } from '../errors.ts'
import { describedSecretHeaders, rotation, secretHeaders, webhookSecret } from './key-schemas.ts'
import { route } from './route.ts'
import { moment, uuid } from './shared-schemas.ts'

const shared = {
  access: 'key',
  tag: 'webhooks',
  params: object({}),
  permit(caller: Caller) {
    if (!canSeeWholeAccount(caller)) throw new Refusal('forbidden')
  },
} as const
const ofWhole = 'Needs a key without scopes, or with the permission `manage`. Free.'

const showWebhooks = route({
  ...shared,
  name: 'webhooks',
  method: 'GET',
  path: '/v2/webhooks',
  summary: 'Whether webhooks can be signed',
  description: ofWhole,
  replies: {
    200: {
      description: 'How the secret stands',
      schema: object(
        {
          has_secret: boolean(true),
          secret_since: nullable(moment()),
          previous_until: nullable(moment()),
        },
        named('WebhookState'),
      ),
    },
  },
  refusals: [],
  example: {},
  run: async ({ caller }, { ownWebhooks }) => ({ body: await ownWebhooks.show(caller) }),
})

const rotateSecret = route({
  ...shared,
  name: 'rotate_webhook_secret',
  method: 'POST',
  path: '/v2/webhooks/secret',
  summary: 'Make the webhook secret, or a new one',
  description: `It is shown this once; the one before signs too for its grace, by default not at all. ${ofWhole}`,
  body: rotation,
  replies: {
    201: { description: 'The secret', schema: webhookSecret, headers: describedSecretHeaders },
  },
  refusals: ['unprocessable'],
  example: { body: { grace_seconds: 3600 } },
  run: async ({ caller, body: { grace_seconds = 0 } }, { ownWebhooks }) => ({
    body: await ownWebhooks.rotate(caller, { grace_seconds }),
    headers: secretHeaders,
  }),
})

const testWebhook = route({
  ...shared,
  name: 'test_webhook',
  method: 'POST',
  path: '/v2/webhooks/test',
  summary: 'Send a test message',
  description: `One signed message of the type \`test\`, sent once and kept nowhere; ten a minute for an account. A receiver that gives no answer is \`unreachable\`, whatever the cause, and is told of after eleven seconds. ${ofWhole}`,
  body: object(
    {
      url: text('https://receiver.example/hook', { format: 'uri', description: 'https address to post to' }),
    },
    named('WebhookTest'),
  ),
  replies: {
    200: {
      description: 'What the receiver said',
      schema: object(
        {
          delivery_id: uuid(),
          delivered: boolean(true, { description: 'Whether it answered with 2xx.' }),
          status: nullable(integer(200)),
          error: nullable(text('unreachable')),
          ms: nullable(integer(40)),
        },
        named('TestedDelivery'),
      ),
    },
  },
  refusals: [],
  example: { body: { url: 'https://receiver.example/hook' } },
  run: async ({ caller, body }, { ownWebhooks }) => ({ body: await ownWebhooks.test(caller, body.url) }),
})

export const webhookSettingRoutes = [showWebhooks, rotateSecret, testWebhook]
