// The one path of every request: its price is set aside, it is sent and sent again under one idempotency key, and it
// ends as a result or as an error by its reason.
import type { Reservation } from './budget.ts'
import { errorFor } from './error-for.ts'
import { BudgetExceeded, ConnectionLost, MissingKey, QuarryError, UnexpectedAnswer } from './errors.ts'
import { billed } from './generated/lookups.ts'
import { numberIn, type Result, readMeta } from './result.ts'
import { isLost, judge } from './retry.ts'
import { type Outgoing, pause, send } from './send.ts'
import { atLeast, type Settings } from './settings.ts'

/** What may be said of a single call; what is not said is as the client has it. */
export type CallOptions = {
  timeoutMs?: number
  tryTimeoutMs?: number
  maxRetries?: number
  signal?: AbortSignal
  /** A key of your own, under which the answer is kept for a day; without it each billed call gets one. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

export type Call = {
  method: string
  path: string
  query?: Record<string, unknown> | undefined
  body?: unknown
  /** The very text of the answer, whatever its type; or its body, which is then not waited for. */
  as?: 'text' | 'stream' | undefined
}

/** A reservation is left open by an answer that only says that the work was taken on. */
export type Performed = Result<unknown> & { reason: string | null; reservation: Reservation | null }

type Answer = { status: number; headers: Headers; data: unknown }
/** What is not known of tries that got no answer, or were not even made. */
type Course = { isLost: boolean }

export async function perform(settings: Settings, call: Call, options: CallOptions = {}): Promise<Performed> {
  const timeoutMs = atLeast('timeoutMs', options.timeoutMs ?? settings.timeoutMs, 1)
  const deadline = performance.now() + Math.min(timeoutMs, longestMs)
  const outgoing = buildOutgoing(settings, call, options, timeoutMs)
  const reservation = await reserve(settings, call)
  const course: Course = { isLost: false }
  try {
    const answer = await attempt({ settings, call, options, outgoing, deadline }, course)
    const meta = readMeta(answer.status, answer.headers)
    // What was answered before, and not to a try of this very call, was paid by somebody else.
    if (answer.status !== 202) reservation?.settle(meta.isReplay && !course.isLost ? 0 : meta.creditsUsed)
    return { data: answer.data, meta, reason: answer.headers.get('x-error-reason'), reservation }
  } catch (error) {
    const meta = error instanceof QuarryError ? error.meta : null
    // Where it is not known what became of a try, its price stays set aside: a budget is never exceeded.
    if (!course.isLost) reservation?.settle(meta?.isReplay ? 0 : (meta?.creditsUsed ?? 0))
    else if (meta?.isReplay) reservation?.settle(meta.creditsUsed)
    throw error
  }
}

type Attempts = { settings: Settings; call: Call; options: CallOptions; outgoing: Outgoing; deadline: number }

async function attempt(given: Attempts, course: Course): Promise<Answer> {
  const { settings, call, options, outgoing, deadline } = given
  const { signal } = options
  const isRepeatable = call.method === 'GET' || outgoing.headers.has('idempotency-key')
  const maxRetries = options.maxRetries ?? settings.maxRetries
  const tryTimeoutMs = options.tryTimeoutMs ?? settings.tryTimeoutMs
  for (let retries = 0; ; ) {
    signal?.throwIfAborted()
    const timeoutMs = Math.min(tryTimeoutMs, Math.max(1, deadline - performance.now()))
    try {
      return await send(outgoing, { fetch: settings.fetch, timeoutMs, signal }, (response) =>
        readAnswer(response, call),
      )
    } catch (error) {
      if (!(error instanceof QuarryError) || isLost(error)) course.isLost = true
      else if (error.reason !== null && behindTheKey.has(error.reason)) course.isLost = false
      const verdict = judge(error, { isRepeatable, maxRetries, retries })
      if (verdict === null || performance.now() + verdict.pauseMs >= deadline) throw error
      if (verdict.counts) retries += 1
      await pause(verdict.pauseMs, signal)
    }
  }
}

/** Given only after the server looked for a stored answer and found none: whatever was lost before was not billed. */
const behindTheKey: ReadonlySet<string> = new Set([
  'credits_exhausted',
  'open_invoices',
  'quota_exceeded',
  'fields_missing',
  'upstream_failed',
  'upstream_timeout',
  'upstream_blocked',
  'upstream_paced',
  'page_changed',
  'not_configured',
])

const ownTtlSeconds = 900
const longestTtlSeconds = 86_400
/** Behind it a key may be forgotten, and a retry would pay again. */
const longestMs = (longestTtlSeconds - 60) * 1000

function buildOutgoing(settings: Settings, call: Call, options: CallOptions, timeoutMs: number): Outgoing {
  const { method, path, query, body } = call
  const headers = new Headers(options.headers)
  const add = (name: string, value: string | null | undefined) => {
    if (value !== null && value !== undefined && !headers.has(name)) headers.set(name, value)
  }
  if (/^\/(?:admin\/|metrics$)/.test(path))
    add('authorization', settings.adminToken && `Bearer ${settings.adminToken}`)
  else add('x-api-key', settings.key)
  if (!settings.hasOwnFetch && needsKey(path) && !headers.has('x-api-key') && !headers.has('authorization'))
    throw new MissingKey(null, `${method} ${path} needs an API key: pass { key } or set QUARRY_KEY`)
  if (body !== undefined) add('content-type', 'application/json')
  add('idempotency-key', options.idempotencyKey)
  if (isBilled(call) && !headers.has('idempotency-key')) {
    headers.set('idempotency-key', newKey())
    const ttlSeconds = Math.min(longestTtlSeconds, Math.max(ownTtlSeconds, Math.ceil(timeoutMs / 1000) + 60))
    headers.set('idempotency-ttl', String(ttlSeconds))
  }
  const url = `${settings.baseUrl}${path}${queryText(query)}`
  return { method, url, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
}

const needsKey = (path: string): boolean => /^\/(?:v2\/|jobs\/)/.test(path) && path !== '/v2/status'

const billedCalls: ReadonlySet<string> = new Set(billed)
const isBilled = ({ method, path }: Call): boolean => billedCalls.has(`${method} ${path}`)

/** Sixteen random bytes; `randomUUID` is missing on pages that are not served over https. */
const newKey = (): string =>
  `sdk-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

function queryText(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]))}`
}

async function reserve({ budget, prices }: Settings, call: Call): Promise<Reservation | null> {
  if (!budget || !isBilled(call)) return null
  const price = await findPrice(prices, call)
  if (price !== null) return budget.reserve(price, call.path)
  const { remaining } = budget
  throw new BudgetExceeded(`the server states no price for ${call.path}`, { price: 0, remaining })
}

/** Of a batch, that of all its inputs. */
async function findPrice(prices: Settings['prices'], { method, path, body }: Call): Promise<number | null> {
  if (!isBatch(body)) return prices.getPrice(method, path)
  const endpoint = String(body.endpoint)
  const price = (await prices.getPrice('GET', endpoint)) ?? (await prices.getPrice('POST', endpoint))
  return price === null ? null : price * body.inputs.length
}

const isBatch = (body: unknown): body is { endpoint: unknown; inputs: unknown[] } =>
  typeof body === 'object' &&
  body !== null &&
  'endpoint' in body &&
  'inputs' in body &&
  Array.isArray(body.inputs)

/** Read to its end, so that one that breaks off counts as lost; and so does JSON that is not whole. */
async function readAnswer(response: Response, { as }: Call): Promise<Answer> {
  const { status, headers, ok } = response
  if (ok && as === 'stream') return { status, headers, data: response.body }
  const text = await response.text()
  // NDJSON is text: several values, not one.
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '')
  const data: unknown = isJson && !(ok && as === 'text') ? JSON.parse(text) : text
  if (ok) return { status, headers, data }
  throw toError(status, headers, data)
}

const gatewayStatuses = [502, 503, 504]

function toError(status: number, headers: Headers, data: unknown): QuarryError {
  const reason = headers.get('x-error-reason')
  const meta = readMeta(status, headers)
  const isOurs = reason !== null || meta.requestId !== null || typeof data === 'object'
  // Not a response of the server: a proxy in front could not reach it.
  if (!isOurs && gatewayStatuses.includes(status))
    return new ConnectionLost(null, `the server was not reached: status ${status}`)
  // A page is not told where a redirect leads, nor its status.
  if (status < 400)
    return new UnexpectedAnswer(null, 'a redirect, which is not followed: baseUrl is another', { meta })
  const message = typeof data === 'string' ? data.slice(0, 200) : messageIn(data)
  return errorFor(reason, message || `status ${status}`, {
    meta,
    retryAfter: numberIn(headers, 'retry-after'),
  })
}

const messageIn = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'string'
    ? data.error
    : null
