// The delivery log of an account's webhooks: list, look at one, have it delivered once more. Its secret and the trial of
// a receiver are in webhook-settings.ts.
import { integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { toReach } from '../access/reach.ts'
import { route } from './route.ts'
import { cursor, describeId, exampleId, limit, moment, usualListed, uuid } from './shared-schemas.ts'

const states = ['pending', 'delivered', 'failed'] as const

const delivery = object(
  {
    delivery_id: uuid(),
    job_id: nullable(uuid()),
    batch_id: nullable(uuid()),
    watch_id: nullable(uuid()),
    url: text('https://receiver.example/hook', { format: 'uri' }),
    status: oneOf(states),
    attempts: integer(1),
    created_at: moment(),
    next_at: nullable(moment()),
    finished_at: nullable(moment()),
    tries: list(
      object({
        at: moment(),
        status: nullable(integer(200)),
        error: nullable(text('unreachable')),
        ms: nullable(integer(40)),
      }),
      { description: 'The last few, oldest first.' },
    ),
  },
  named('Delivery'),
)

const shared = { access: 'key', tag: 'webhooks' } as const

const listDeliveries = route({
  ...shared,
  name: 'deliveries',
  method: 'GET',
  path: '/v2/webhooks/deliveries',
  summary: 'Delivery log of webhooks',
  description:
    'Newest first; a key with scopes sees the messages of its own jobs and batches only. A message is a POST with `quarry-signature: t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>` with the secret of the account.',
  params: object({
    status: optional(oneOf(states, { description: 'Only those in this state.' })),
    limit,
    cursor,
  }),
  replies: {
    200: {
      description: 'The deliveries',
      schema: object({ deliveries: list(delivery), next_cursor: nullable(text('')) }, named('DeliveryPage')),
    },
  },
  refusals: [],
  example: { params: { limit: usualListed } },
  run: async ({ caller, params }, { deliveries }) => ({
    body: await deliveries.list(toReach(caller), {
      state: params.status ?? null,
      limit: params.limit ?? usualListed,
      cursor: params.cursor ?? null,
    }),
  }),
})

const oneDelivery = route({
  ...shared,
  name: 'delivery',
  method: 'GET',
  path: '/v2/webhooks/deliveries/{id}',
  summary: 'One delivery',
  description: 'What was tried, and what came of it.',
  params: object({ id: describeId('delivery') }),
  replies: { 200: { description: 'The delivery', schema: delivery } },
  refusals: ['not_found'],
  example: { params: { id: exampleId } },
  run: async ({ caller, params }, { deliveries }) => ({
    body: await deliveries.get(toReach(caller), params.id),
  }),
})

const redeliver = route({
  ...shared,
  name: 'redeliver',
  method: 'POST',
  path: '/v2/webhooks/deliveries/{id}/redeliver',
  summary: 'Deliver a message once more',
  description:
    'Tries it again from the start, whatever became of it; a try that is under way ends first. Once a minute for a message, thirty times a minute for an account.',
  params: object({ id: describeId('delivery') }),
  replies: { 202: { description: 'The delivery', schema: delivery } },
  refusals: ['not_found'],
  example: { params: { id: exampleId } },
  run: async ({ caller, params }, { deliveries }) => ({
    body: await deliveries.redeliver(toReach(caller), params.id),
  }),
})

export const webhookRoutes = [listDeliveries, oneDelivery, redeliver]
