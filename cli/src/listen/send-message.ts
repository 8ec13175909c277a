// Signs a message as Standard Webhooks defines it and posts it to a receiver, with a few retries.
import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Outgoing } from './build-message.ts'

export const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** A receiver that is being restarted is back within seconds. */
const pausesMs = [0, 500, 2_000]
const timeoutMs = 10_000

export type Receiver = { url: URL; secret: string; signal: AbortSignal }
export type Delivered = { status: number; ms: number } | { problem: string }

/** Tries again while the receiver cannot be reached or fails with a 5xx status. */
export async function sendMessage(receiver: Receiver, message: Outgoing): Promise<Delivered> {
  let outcome: Delivered = { problem: 'not sent' }
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await delay(pauseMs, undefined, { signal: receiver.signal })
    outcome = await post(receiver, message)
    if ('status' in outcome && outcome.status < 500) break
  }
  return outcome
}

async function post({ url, secret, signal }: Receiver, { id, body }: Outgoing): Promise<Delivered> {
  const startedAt = performance.now()
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: buildHeaders(secret, id, body),
      body,
      // As the server does: a redirect is an answer.
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
