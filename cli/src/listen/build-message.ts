// Builds the webhook message of an event, as the server would send it for a job or batch with a webhook.
import type { Quarry, QuarryEvent } from '../../../sdk/src/index.ts'

export const messageTypes = ['job.completed', 'job.failed', 'batch.completed', 'batch.cancelled'] as const

export type MessageType = (typeof messageTypes)[number]
export type Outgoing = { id: string; type: MessageType; body: string }

const maxResultChars = 1_000_000

/** The message type of an event; null for events that no webhook reports. */
export function findMessageType({ type, data }: QuarryEvent): MessageType | null {
  if (type !== 'job' && type !== 'batch') return null
  return messageTypes.find((candidate) => candidate === `${type}.${data.status}`) ?? null
}

/** The id of the job or batch is that of the message, so a receiver recognises a repeated one. */
export async function buildMessage(quarry: Quarry, event: QuarryEvent, type: MessageType): Promise<Outgoing> {
  const message =
    event.type === 'job' ? await buildJob(quarry, event.data.job_id) : await buildBatch(quarry, event)
  return { id: message.delivery_id, type, body: JSON.stringify({ ...message, type }) }
}

async function buildJob(quarry: Quarry, id: string) {
  const job = await quarry.resumeJob(id).state()
  const isLarge = (JSON.stringify(job.result) ?? '').length > maxResultChars
  return { delivery_id: id, result_omitted: isLarge, job: isLarge ? { ...job, result: null } : job }
}

async function buildBatch(quarry: Quarry, { data }: QuarryEvent) {
  const id = 'batch_id' in data ? (data.batch_id ?? '') : ''
  const handle = quarry.resumeBatch(id)
  const items = []
  for await (const { input: _, result: __, ...item } of handle.results()) items.push(item)
  return { delivery_id: id, batch: await handle.state(), items }
}
