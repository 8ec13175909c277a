// Builds the webhook message of an event, as the server would send it for a job, batch or watch with a webhook.
import { createHash } from 'node:crypto'
import { type Quarry, QuarryError, type QuarryEvent } from '../../../sdk/src/index.ts'

export const messageTypes = [
  'job.completed',
  'job.failed',
  'batch.completed',
  'batch.cancelled',
  'watch.changed',
  'watch.not_compared',
  'watch.paused',
] as const

export type MessageType = (typeof messageTypes)[number]
export type Outgoing = { id: string; type: MessageType; body: string }

const maxResultChars = 1_000_000

/** The message type of an event; null for events that no webhook reports. */
export function findMessageType(event: QuarryEvent): MessageType | null {
  const { type, data } = event
  if (type !== 'job' && type !== 'batch' && type !== 'watch') return null
  const end = type === 'watch' ? data.type : data.status
  return messageTypes.find((name) => name === `${type}.${end}`) ?? null
}

/**
 * Builds the message, or returns null if the job, batch or watch is no longer stored. Its id is that of the job or
 * batch, or derived from the event of the watch, so that a receiver recognises a repeated message.
 */
export async function buildMessage(
  quarry: Quarry,
  event: QuarryEvent,
  type: MessageType,
): Promise<Outgoing | null> {
  try {
    const message = await buildBody(quarry, event)
    return message && { id: message.delivery_id, type, body: JSON.stringify({ ...message, type }) }
  } catch (error) {
    if (error instanceof QuarryError && error.status === 404) return null
    throw error
  }
}

function buildBody(quarry: Quarry, event: QuarryEvent) {
  if (event.type === 'job') return buildJob(quarry, event.data.job_id)
  return event.type === 'watch' ? buildWatch(quarry, event.data) : buildBatch(quarry, event)
}

const countChars = (value: unknown): number => (JSON.stringify(value) ?? '').length

async function buildJob(quarry: Quarry, id: string) {
  const job = await quarry.resumeJob(id).state()
  const isLarge = countChars(job.result) > maxResultChars
  return { delivery_id: id, result_omitted: isLarge, job: isLarge ? { ...job, result: null } : job }
}

async function buildBatch(quarry: Quarry, { data }: QuarryEvent) {
  const id = 'batch_id' in data ? (data.batch_id ?? '') : ''
  const handle = quarry.resumeBatch(id)
  const items = []
  for await (const { input: _, result: __, ...item } of handle.results()) items.push(item)
  return { delivery_id: id, batch: await handle.state(), items }
}

async function buildWatch(
  quarry: Quarry,
  { watch_id: id, number }: (QuarryEvent & { type: 'watch' })['data'],
) {
  const { data: watch } = await quarry.watches.get(id)
  const query = { from: number, limit: 1 }
  const { data } = await quarry.request('GET', '/v2/watches/{id}/history', { path: { id }, query })
  const [event] = data.events
  if (event?.number !== number) return null
  const isLarge = countChars([event.patch, event.before, event.after]) > maxResultChars
  return {
    delivery_id: deriveUuid(`${id} ${number}`),
    values_omitted: isLarge,
    watch,
    event: isLarge ? { ...event, patch: null, before: null, after: null } : event,
  }
}

/** The same UUID for the same text. */
function deriveUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
