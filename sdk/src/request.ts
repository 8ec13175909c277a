// Performs a request: reserves its price in the budget, sends it with retries under one idempotency key, and returns
// the result or throws the error for its reason.
import type { Reservation } from './budget.ts'
import { errorFor } from './error-for.ts'
import { BudgetExceeded, ConnectionLost, MissingKey, QuarryError, UnexpectedAnswer } from './errors.ts'
import { billed } from './generated/lookups.ts'
import { numberIn, type Result, readMeta } from './result.ts'
import { isLost, judge, type Outgoing, pause, send } from './send.ts'
import { atLeast, type Settings } from './settings.ts'

/** Options of a single call; the client's settings are the defaults. */
export type CallOptions = {
  timeoutMs?: number
  tryTimeoutMs?: number
  maxRetries?: number
  signal?: AbortSignal
  /** Your own idempotency key; the response is stored for a day. Without it, each billed call gets a new key. */
  idempotencyKey?: string
  headers?: Record<string, string>
}

export type Call = {
  method: string
  path: string
  query?: Record<string, unknown> | undefined
  body?: unknown
  /** Sent instead of the JSON of `body`, which still determines the price. */
  file?: { type: string; text: string }
  /** `text` returns the unparsed body; `stream` returns the body without reading it. */
  as?: 'text' | 'stream' | undefined
}

/** After a 202 response the reservation is still open. */
type Performed = Result<unknown> & { reason: string | null; reservation: Reservation | null }

type ReadResponse = { status: number; headers: Headers; data: unknown }
/** `isLost`: a try got no response, so whether it was executed and charged is unknown. */
type AttemptState = { isLost: boolean }

export async function perform(settings: Settings, call: Call, options: CallOptions = {}): Promise<Performed> {
  const timeoutMs = atLeast('timeoutMs', options.timeoutMs ?? settings.timeoutMs, 1)
  const deadline = performance.now() + Math.min(timeoutMs, longestMs)
  const outgoing = buildOutgoing(settings, call, options, timeoutMs)
  const reservation = await reserve(settings, call)
  const state: AttemptState = { isLost: false }
  try {
    const response = await attempt({ settings, call, options, outgoing, deadline }, state)
    const meta = readMeta(response.status, response.headers)
    // A replay of a response to another call was charged to that call.
    if (response.status !== 202) reservation?.settle(meta.isReplay && !state.isLost ? 0 : meta.creditsUsed)
    return { data: response.data, meta, reason: response.headers.get('x-error-reason'), reservation }
  } catch (error) {
    const meta = error instanceof QuarryError ? error.meta : null
    // If the outcome of a try is unknown, its price stays reserved, so that the budget is never exceeded.
    if (!state.isLost) reservation?.settle(meta?.isReplay ? 0 : (meta?.creditsUsed ?? 0))
    else if (meta?.isReplay) reservation?.settle(meta.creditsUsed)
    throw error
  }
}

type Attempts = { settings: Settings; call: Call; options: CallOptions; outgoing: Outgoing; deadline: number }

async function attempt(attempts: Attempts, state: AttemptState): Promise<ReadResponse> {
  const { settings, call, options, outgoing, deadline } = attempts
  const { signal } = options
  const isRepeatable = call.method === 'GET' || outgoing.headers.has('idempotency-key')
  const maxRetries = options.maxRetries ?? settings.maxRetries
  const tryTimeoutMs = options.tryTimeoutMs ?? settings.tryTimeoutMs
  for (let retries = 0; ; ) {
    signal?.throwIfAborted()
    const timeoutMs = Math.min(tryTimeoutMs, Math.max(1, deadline - performance.now()))
    try {
      return await send(outgoing, { fetch: settings.fetch, timeoutMs, signal }, (response) =>
        readResponse(response, call),
      )
    } catch (error) {
      if (!(error instanceof QuarryError) || isLost(error)) state.isLost = true
      else if (error.reason !== null && reasonsWithoutStoredResponse.has(error.reason)) state.isLost = false
      const verdict = judge(error, { isRepeatable, maxRetries, retries })
      if (verdict === null || performance.now() + verdict.pauseMs >= deadline) throw error
      if (verdict.counts) retries += 1
      await pause(verdict.pauseMs, signal)
    }
  }
}

/** The server sends these only after it found no stored response for the key, so no earlier try was billed. */
const reasonsWithoutStoredResponse: ReadonlySet<string> = new Set([
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
/** After that the server may have dropped the key, and a retry would be charged again. */
const longestMs = (longestTtlSeconds - 60) * 1000

function buildOutgoing(settings: Settings, call: Call, options: CallOptions, timeoutMs: number): Outgoing {
  const { method, path, query, body, file } = call
  const headers = new Headers(options.headers)
  const add = (name: string, value: string | null | undefined) => {
    if (value !== null && value !== undefined && !headers.has(name)) headers.set(name, value)
  }
  if (/^\/(?:admin\/|metrics$)/.test(path))
    add('authorization', settings.adminToken && `Bearer ${settings.adminToken}`)
  else add('x-api-key', settings.key)
  if (!settings.hasOwnFetch && needsKey(path) && !headers.has('x-api-key') && !headers.has('authorization'))
    throw new MissingKey(null, `${method} ${path} needs an API key: pass { key } or set QUARRY_KEY`)
  if (body !== undefined) add('content-type', file?.type ?? 'application/json')
  add('idempotency-key', options.idempotencyKey)
  if (isBilled(call) && !headers.has('idempotency-key')) {
    headers.set('idempotency-key', newKey())
    const ttlSeconds = Math.min(longestTtlSeconds, Math.max(ownTtlSeconds, Math.ceil(timeoutMs / 1000) + 60))
    headers.set('idempotency-ttl', String(ttlSeconds))
  }
  const url = `${settings.baseUrl}${path}${queryText(query)}`
  return { method, url, headers, ...(body === undefined ? {} : { body: file?.text ?? JSON.stringify(body) }) }
}

const needsKey = (path: string): boolean => /^\/(?:v2\/|jobs\/)/.test(path) && path !== '/v2/status'

const billedCalls: ReadonlySet<string> = new Set(billed)
const isBilled = ({ method, path }: Call): boolean => billedCalls.has(`${method} ${path}`)

/** 16 random bytes; `randomUUID` is missing on pages without https. */
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

/** The price of a batch is that of all its inputs. */
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

/** Reads the whole body: a truncated body or incomplete JSON counts as a lost response. */
async function readResponse(response: Response, { as }: Call): Promise<ReadResponse> {
  const { status, headers, ok } = response
  if (ok && as === 'stream') return { status, headers, data: response.body }
  const text = await response.text()
  // NDJSON is returned as text.
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
  // Sent by a proxy that could not reach the server.
  if (!isOurs && gatewayStatuses.includes(status))
    return new ConnectionLost(null, `the server was not reached: status ${status}`)
  // Browsers hide the target and the status of a redirect.
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
