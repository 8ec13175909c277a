// The result of a call: the record, and the metadata of its headers.

export type Result<T> = { data: T; meta: Meta }

export type RateLimit = {
  /** The window: `second` or `minute`. */
  policy: string
  limit: number | null
  windowSeconds: number | null
  remaining: number
  resetSeconds: number
}

export type Meta = {
  status: number
  requestId: string | null
  /** The cost of this call; for a replayed response, the cost of the first call. */
  creditsUsed: number
  creditsRemaining: number | null
  /** The response was stored under the same idempotency key and was not billed again. */
  isReplay: boolean
  provider: string | null
  /** The licence of the provider's data, if it states one. */
  licence: string | null
  /** The web page of the record's subject. */
  source: string | null
  /** The age of a cached record in seconds; null for a fresh one. */
  ageSeconds: number | null
  /** How many fields of the record have a value. */
  fields: { filled: number; total: number } | null
  /** The form in which the page had the data. */
  form: string | null
  /** The response is incomplete: there are more results. */
  isPartial: boolean
  /** `operational` or `degraded`. */
  sourceStatus: string | null
  /** One entry per rate limit of the account. */
  rateLimit: RateLimit[]
}

export function readMeta(status: number, headers: Headers): Meta {
  const original = numberIn(headers, 'x-credits-original')
  // `x-credits-original` is also sent when the first response is no longer stored.
  const isReplay = headers.get('idempotent-replay') === 'true' || original !== null
  const used = numberIn(headers, 'x-credits-used') ?? 0
  return {
    status,
    requestId: headers.get('x-request-id'),
    creditsUsed: original ?? used,
    creditsRemaining: numberIn(headers, 'x-credits-remaining'),
    isReplay,
    provider: headers.get('x-provider'),
    licence: headers.get('x-provider-licence'),
    source: headers.get('x-provider-source'),
    ageSeconds: numberIn(headers, 'age'),
    fields: parseFields(headers.get('x-record-fields')),
    form: headers.get('x-record-form'),
    isPartial: headers.get('x-record-partial') === 'true',
    sourceStatus: headers.get('x-source-status'),
    rateLimit: parseRateLimits(headers.get('ratelimit'), headers.get('ratelimit-policy')),
  }
}

export function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

/** `31/43` */
export function parseFields(text: string | null): Meta['fields'] {
  const [, filled, total] = /^(\d+)\/(\d+)$/.exec(text ?? '') ?? []
  return filled === undefined || total === undefined ? null : { filled: Number(filled), total: Number(total) }
}

/** `"second";r=9;t=1, "minute";r=590;t=60`, and the limits themselves as `"second";q=10;w=1, …`. */
function parseRateLimits(states: string | null, policies: string | null): RateLimit[] {
  const rules = new Map(parseItems(policies).map((item) => [item.name, item.values]))
  return parseItems(states).map(({ name, values }) => ({
    policy: name,
    limit: rules.get(name)?.q ?? null,
    windowSeconds: rules.get(name)?.w ?? null,
    remaining: values.r ?? 0,
    resetSeconds: values.t ?? 0,
  }))
}

function parseItems(text: string | null): { name: string; values: Record<string, number> }[] {
  return (text ?? '').split(',').flatMap((item) => {
    const [name, ...parameters] = item.trim().split(';')
    if (!name) return []
    const values = parameters.map((parameter) => parameter.split('=', 2))
    return [
      {
        name: name.replaceAll('"', ''),
        values: Object.fromEntries(values.map(([key = '', value]) => [key, Number(value)])),
      },
    ]
  })
}
