// Webhooks of an account: its delivery log, its secret, a test of a receiver, and the messages that receivers get. Secret
// and test concern the whole account, so a key with scopes cannot use them.
import {
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type TObject,
  type TSchema,
  text,
} from '@quarry/kit/schema'
import { findAccountId } from '../../accounts/account-store.ts'
import { type Caller, canSeeWholeAccount, toViewer } from '../../accounts/caller.ts'
import { describedSecretHeaders, rotation, secretHeaders, webhookSecret } from '../../accounts/key-schemas.ts'
import { type Deliveries, delivery, deliveryStates } from '../../calls/webhooks/read-deliveries.ts'
import type { TestDelivery } from '../../calls/webhooks/test-delivery.ts'
import type { OwnWebhooks } from '../../calls/webhooks/webhook-secrets.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { Refusal } from '../../platform/errors.ts'
import { exampleId, moment, namedObject, uuid } from '../../platform/lib/schemas.ts'
import { batch, batchItem } from './batches.ts'
import { job } from './jobs.ts'
import { route } from './route.ts'
import {
  alarmFields,
  describeId,
  describeList,
  filterState,
  pageParams,
  toListQuery,
} from './shared-schemas.ts'
import { watch, watchEvent } from './watches.ts'

export type WebhookDeps = {
  deliveries: Deliveries
  ownWebhooks: OwnWebhooks
  testDelivery: TestDelivery
  reads: Reads
}

const adminDelivery = namedObject('AdminDelivery', { account: text('acme'), ...delivery.properties })

const shared = { access: 'key', tag: 'webhooks' } as const
const oneDelivery = {
  ...shared,
  params: object({ id: describeId('delivery') }),
} as const

const listFilters = { status: filterState(deliveryStates, 'deliveries'), ...pageParams }

const listDeliveries = route({
  ...shared,
  name: 'deliveries',
  path: '/v2/webhooks/deliveries',
  summary: 'List the webhook deliveries of your account',
  description:
    'Newest first; a key with scopes sees the messages of its own jobs and batches only. A message is a POST that is signed as Standard Webhooks defines it: `webhook-signature` has `v1,<base64>`, the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the webhook secret of the account.',
  params: object(listFilters),
  ...describeList('deliveries', delivery, 'DeliveryPage'),
  respond: ({ caller, params }, { deliveries }: WebhookDeps) =>
    deliveries.list(toViewer(caller), toListQuery(params.status, params)),
})

const listAllDeliveries = route({
  access: 'admin',
  tag: 'webhooks',
  name: 'all_deliveries',
  path: '/admin/deliveries',
  summary: 'List the webhook deliveries of all accounts',
  description: 'Newest first.',
  params: object({
    account: optional(text('acme', 'Only deliveries of this account.')),
    ...listFilters,
  }),
  ...describeList('deliveries', adminDelivery, 'AdminDeliveryPage'),
  refusals: ['not_found'],
  async respond({ params }, { deliveries, reads }: WebhookDeps) {
    const { account: slug, status } = params
    const accountId = slug === undefined ? null : await findAccountId(reads('operator'), slug)
    return deliveries.listAll(accountId, toListQuery(status, params))
  },
})

const readDelivery = route({
  ...oneDelivery,
  name: 'delivery',
  path: '/v2/webhooks/deliveries/{id}',
  summary: 'Read a delivery',
  description: 'Returns its attempts and their results.',
  reply: { description: 'The delivery', schema: delivery },
  respond: ({ caller, params }, { deliveries }: WebhookDeps) => deliveries.get(toViewer(caller), params.id),
})

const redeliver = route({
  ...oneDelivery,
  name: 'redeliver',
  method: 'POST',
  path: '/v2/webhooks/deliveries/{id}/redeliver',
  summary: 'Deliver a message again',
  description:
    'Restarts the delivery, even if it succeeded or failed before; a running attempt finishes first. At most once a minute per message and 30 times a minute per account.',
  replies: { 202: { description: 'The delivery', schema: delivery } },
  respond: ({ caller, params }, { deliveries }: WebhookDeps) =>
    deliveries.redeliver(toViewer(caller), params.id),
})

export const webhookRoutes = [listDeliveries, readDelivery, redeliver]
export const adminDeliveryRoutes = [listAllDeliveries]

const wholeAccount = {
  ...shared,
  permit(caller: Caller) {
    if (!canSeeWholeAccount(caller)) throw new Refusal('forbidden')
  },
}
const needsWholeAccount = 'Needs a key without scopes, or with the permission `manage`. Free.'

const readSecretState = route({
  ...wholeAccount,
  name: 'webhooks',
  path: '/v2/webhooks',
  summary: 'Read whether the account has a webhook secret',
  description: needsWholeAccount,
  reply: {
    description: 'The state of the secret',
    schema: namedObject('WebhookState', {
      has_secret: boolean(true),
      secret_since: nullable(moment()),
      previous_until: nullable(moment()),
    }),
  },
  respond: ({ caller }, { ownWebhooks }: WebhookDeps) => ownWebhooks.show(caller),
})

const rotateSecret = route({
  ...wholeAccount,
  name: 'rotate_webhook_secret',
  method: 'POST',
  path: '/v2/webhooks/secret',
  summary: 'Create or replace the webhook secret',
  description: `The secret is shown only once. The previous one also signs for \`grace_seconds\`, by default 0. ${needsWholeAccount}`,
  body: rotation,
  replies: { 201: { description: 'The secret', schema: webhookSecret, headers: describedSecretHeaders } },
  refusals: ['unprocessable'],
  example: { body: { grace_seconds: 3600 } },
  headers: secretHeaders,
  respond: ({ caller, body }, { ownWebhooks }: WebhookDeps) => ownWebhooks.rotate(caller, body),
})

const testWebhook = route({
  ...wholeAccount,
  name: 'test_webhook',
  method: 'POST',
  path: '/v2/webhooks/test',
  summary: 'Send a test message',
  description: `Sends one signed message of the type \`test\`, without retries and without a log entry; ten a minute per account. A receiver that does not answer is reported as \`unreachable\` after eleven seconds. ${needsWholeAccount}`,
  body: namedObject('WebhookTest', {
    url: text('https://receiver.example/hook', { format: 'uri', description: 'https address to post to' }),
  }),
  reply: {
    description: 'The answer of the receiver',
    schema: namedObject('TestedDelivery', {
      delivery_id: uuid(),
      delivered: boolean(true, 'Whether it answered with 2xx.'),
      status: nullable(integer(200)),
      error: nullable(text('unreachable')),
      ms: nullable(integer(40)),
    }),
  },
  example: { body: { url: 'https://receiver.example/hook' } },
  respond: ({ caller, body }, { testDelivery }: WebhookDeps) => testDelivery.send(caller, body.url),
})

export const webhookSettingRoutes = [readSecretState, rotateSecret, testWebhook]

/** A message that the server posts to receivers, for the API reference. */
export type WebhookData = { name: string; summary: string; description: string; schema: TSchema }

const deliveryId = text(exampleId, {
  format: 'uuid',
  description: 'The same for each repetition of a message, and equal to the header `webhook-id`.',
})

type Message = Omit<WebhookData, 'schema'> & { types: readonly string[]; fields: TObject['properties'] }

function describeMessage(title: string, { types, fields, ...about }: Message): WebhookData {
  return { ...about, schema: namedObject(title, { type: oneOf(types), delivery_id: deliveryId, ...fields }) }
}

const { input: _, result: __, ...itemFields } = batchItem.properties

const jobMessage = describeMessage('JobMessage', {
  name: 'job',
  summary: 'A job ended',
  description: 'Sent to the `webhook` of an asynchronous call when its job has completed or failed.',
  types: ['job.completed', 'job.failed'],
  fields: {
    result_omitted: boolean(
      false,
      'Whether the result was left out because it is too large; the job has it.',
    ),
    job,
  },
})

const batchMessage = describeMessage('BatchMessage', {
  name: 'batch',
  summary: 'A batch ended',
  description: 'Sent to the `webhook` of a batch when all its items have ended, or when it was cancelled.',
  types: ['batch.completed', 'batch.cancelled'],
  fields: {
    batch,
    items: list(namedObject('BatchMessageItem', itemFields), 'Every item, without its input and record.'),
  },
})

const watchMessage = describeMessage('WatchMessage', {
  name: 'watch',
  summary: 'A watch has an event',
  description:
    'Sent to the `webhook` of a watch when its record changed, could not be compared, or it was paused.',
  types: ['watch.changed', 'watch.not_compared', 'watch.paused'],
  fields: {
    values_omitted: boolean(
      false,
      'Whether the values were left out because they are too large; the history has them.',
    ),
    watch,
    event: watchEvent,
  },
})

const testMessage = describeMessage('TestMessage', {
  name: 'test',
  summary: 'A test of a receiver',
  description: 'Sent by `POST /v2/webhooks/test`.',
  types: ['test'],
  fields: { account: text('acme') },
})

export const alertMessage = describeMessage('AlertMessage', {
  name: 'alert',
  summary: 'The data of a site changed',
  description:
    'Sent to the receiver that the operator configured as `alerts.webhook` when an alarm begins or ends.',
  types: ['alarm.begun', 'alarm.ended'],
  fields: {
    endpoint: text('/v2/usage'),
    ...alarmFields,
    examples: list(uuid(), 'Requests or jobs that show it.'),
  },
})

export const webhookMessages = [jobMessage, batchMessage, watchMessage, testMessage, alertMessage]
