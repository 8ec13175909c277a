// The webhook message of an event, as the server would send it for a job, batch or watch with a webhook: builds it, signs
// it as Standard Webhooks defines, and posts it to a receiver.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Quarry, QuarryError, type QuarryEvent } from '../../sdk/src/index.ts'

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
type Outgoing = { id: string; type: MessageType; body: string }

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

export const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** A receiver that is being restarted is back within seconds. */
const pausesMs = [0, 500, 2_000]
const timeoutMs = 10_000

export type Receiver = { url: URL; secret: string; signal: AbortSignal }
export type DeliveryOutcome = { status: number; ms: number } | { problem: string }

/** Tries again while the receiver cannot be reached or fails with a 5xx status. */
export async function sendMessage(receiver: Receiver, message: Outgoing): Promise<DeliveryOutcome> {
  let outcome: DeliveryOutcome = { problem: 'not sent' }
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await delay(pauseMs, undefined, { signal: receiver.signal })
    outcome = await post(receiver, message)
    if ('status' in outcome && outcome.status < 500) break
  }
  return outcome
}

async function post({ url, secret, signal }: Receiver, { id, body }: Outgoing): Promise<DeliveryOutcome> {
  const startedAt = performance.now()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: buildHeaders(secret, id, body),
      body,
      // As the server does: a redirect is a response, and is not followed.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    await response.body?.cancel()
    return { status: response.status, ms: Math.round(performance.now() - startedAt) }
  } catch (error) {
    signal.throwIfAborted()
    return { problem: describeProblem(error) }
  }
}

function buildHeaders(secret: string, id: string, body: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000)
  const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${sign(key, `${id}.${seconds}.${body}`).digest('base64')}`,
    'quarry-delivery': id,
    'quarry-signature': `t=${seconds},v1=${sign(secret, `${seconds}.${body}`).digest('hex')}`,
  }
}

function describeProblem(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const cause = error instanceof Error ? error.cause : null
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  if (code === 'ECONNREFUSED') return 'connection refused; is the receiver running?'
  return code === '' ? 'the connection failed' : `the connection failed (${code})`
}
