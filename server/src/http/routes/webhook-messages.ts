// The messages that the server posts to receivers, for the API reference.
import { boolean, list, oneOf, type TObject, type TSchema, text } from '@quarry/kit/schema'
import { exampleId, namedObject, uuid } from '../../platform/lib/schemas.ts'
import { batch, batchItem } from './batch-schemas.ts'
import { job } from './jobs.ts'
import { alarmFields } from './shared-schemas.ts'
import { watch, watchEvent } from './watch-schemas.ts'

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
