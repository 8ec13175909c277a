// The messages that the server posts to receivers, for the API reference.
import { boolean, list, named, object, oneOf, type TSchema, text } from '@quarry/kit/schema'
import { batch, batchItem } from './batch-schemas.ts'
import { job } from './jobs.ts'
import { alarmFields, exampleId, uuid } from './shared-schemas.ts'
import { watch, watchEvent } from './watch-schemas.ts'

export type WebhookData = { name: string; summary: string; description: string; schema: TSchema }

const deliveryId = text(exampleId, {
  format: 'uuid',
  description: 'The same for each repetition of a message, and equal to the header `webhook-id`.',
})

const { input: _, result: __, ...itemFields } = batchItem.properties

const jobMessage: WebhookData = {
  name: 'job',
  summary: 'A job ended',
  description: 'Sent to the `webhook` of an asynchronous call when its job has completed or failed.',
  schema: object(
    {
      type: oneOf(['job.completed', 'job.failed']),
      delivery_id: deliveryId,
      result_omitted: boolean(false, {
        description: 'Whether the result was left out because it is too large; the job has it.',
      }),
      job,
    },
    named('JobMessage'),
  ),
}

const batchMessage: WebhookData = {
  name: 'batch',
  summary: 'A batch ended',
  description: 'Sent to the `webhook` of a batch when all its items have ended, or when it was cancelled.',
  schema: object(
    {
      type: oneOf(['batch.completed', 'batch.cancelled']),
      delivery_id: deliveryId,
      batch,
      items: list(object(itemFields, named('BatchMessageItem')), {
        description: 'Every item, without its input and record.',
      }),
    },
    named('BatchMessage'),
  ),
}

const watchMessage: WebhookData = {
  name: 'watch',
  summary: 'A watch has an event',
  description:
    'Sent to the `webhook` of a watch when its record changed, could not be compared, or it was paused.',
  schema: object(
    {
      type: oneOf(['watch.changed', 'watch.not_compared', 'watch.paused']),
      delivery_id: deliveryId,
      values_omitted: boolean(false, {
        description: 'Whether the values were left out because they are too large; the history has them.',
      }),
      watch,
      event: watchEvent,
    },
    named('WatchMessage'),
  ),
}

const testMessage: WebhookData = {
  name: 'test',
  summary: 'A test of a receiver',
  description: 'Sent by `POST /v2/webhooks/test`.',
  schema: object(
    { type: oneOf(['test']), delivery_id: deliveryId, account: text('acme') },
    named('TestMessage'),
  ),
}

export const alertMessage: WebhookData = {
  name: 'alert',
  summary: 'The data of a site changed',
  description:
    'Sent to the receiver that the operator configured as `alerts.webhook` when an alarm begins or ends.',
  schema: object(
    {
      type: oneOf(['alarm.begun', 'alarm.ended']),
      delivery_id: deliveryId,
      endpoint: text('/v2/usage'),
      ...alarmFields,
      examples: list(uuid(), { description: 'Requests or jobs that show it.' }),
    },
    named('AlertMessage'),
  ),
}

export const webhookMessages = [jobMessage, batchMessage, watchMessage, testMessage, alertMessage]
