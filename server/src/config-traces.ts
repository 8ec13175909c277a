// Whether calls are traced and where the traces go, by the variables that OpenTelemetry gives these things everywhere.
import { isUrl } from '@quarry/kit/is-url'
import { hidden } from './config-file.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type TraceSettings = {
  /** Where spans are posted, as OTLP in JSON over HTTP. */
  url: string
  /** May hold secrets. */
  headers: Readonly<Record<string, string>>
  timeoutMs: number
  /** How long spans wait for others at most. */
  delayMs: number
  resource: Readonly<Record<string, string>>
  /** The share of traces to keep: of those without a decision by the caller, or of all. */
  sampler: { share: number; followsCaller: boolean }
}

/** Null where nothing is traced. What is wrong is added to `problems`. */
export function readTraces(env: NodeJS.ProcessEnv, problems: string[]): TraceSettings | null {
  const read = (name: string, fallback = '') => env[name]?.trim() || fallback
  const bad = (name: string, value: string, allowed: string) =>
    problems.push(`${name} is ${JSON.stringify(value)}: it must be ${allowed}`)
  /** The name for traces alone wins over the one for everything. */
  const either = (name: string) => {
    const own = `OTEL_EXPORTER_OTLP_TRACES_${name}`
    const shared = `OTEL_EXPORTER_OTLP_${name}`
    return read(own) ? { name: own, value: read(own) } : { name: shared, value: read(shared) }
  }
  const endpoint = either('ENDPOINT')
  const isOff = read('OTEL_SDK_DISABLED').toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none'
  if (endpoint.value === '' || isOff) return null

  const whole = (name: string, value: string) => {
    if (!/^\d{1,7}$/.test(value)) bad(name, value, 'a whole number of milliseconds')
    return Number(value)
  }
  const pairs = (name: string, value: string, shown = value) => {
    const given = pairsIn(value)
    if (!given) bad(name, shown, 'a list of name=value, with commas between them')
    return given ?? {}
  }
  // Hidden, because the address may contain a password.
  if (!/^https?:\/\/[^\s@?#]+$/.test(endpoint.value) || !isUrl(endpoint.value))
    bad(endpoint.name, hidden, 'an http(s):// address without a user, a query or a fragment')
  const protocol = either('PROTOCOL')
  if (protocol.value !== '' && protocol.value !== 'http/json')
    bad(protocol.name, protocol.value, 'http/json, which is what is sent')
  const sampler = read('OTEL_TRACES_SAMPLER', 'parentbased_always_on')
  if (!(samplers as readonly string[]).includes(sampler))
    bad('OTEL_TRACES_SAMPLER', sampler, `one of ${samplers.join(', ')}`)
  const share = read('OTEL_TRACES_SAMPLER_ARG', '1')
  if (sampler.endsWith('ratio') && !(Number(share) >= 0 && Number(share) <= 1))
    bad('OTEL_TRACES_SAMPLER_ARG', share, 'a number from 0 to 1')
  const headers = either('HEADERS')
  const timeout = either('TIMEOUT')
  return {
    url: endpoint.name.includes('TRACES')
      ? endpoint.value
      : `${endpoint.value.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: pairs(headers.name, headers.value, hidden),
    timeoutMs: whole(timeout.name, timeout.value || '10000'),
    delayMs: whole('OTEL_BSP_SCHEDULE_DELAY', read('OTEL_BSP_SCHEDULE_DELAY', '5000')),
    resource: {
      'service.name': 'quarry',
      ...pairs('OTEL_RESOURCE_ATTRIBUTES', read('OTEL_RESOURCE_ATTRIBUTES')),
      ...(read('OTEL_SERVICE_NAME') ? { 'service.name': read('OTEL_SERVICE_NAME') } : {}),
    },
    sampler: {
      share: sampler.endsWith('_on') ? 1 : sampler.endsWith('_off') ? 0 : Number(share),
      followsCaller: sampler.startsWith('parentbased'),
    },
  }
}

/** `a=1,b=2`, with escapes as in an address; null where it is something else. */
function pairsIn(text: string): Record<string, string> | null {
  const found: Record<string, string> = {}
  for (const pair of text.split(',')) {
    if (pair.trim() === '') continue
    const [, name, value] = /^\s*([^\s=]+)\s*=(.*)$/s.exec(pair) ?? []
    if (name === undefined || value === undefined) return null
    try {
      found[decodeURIComponent(name)] = decodeURIComponent(value.trim())
    } catch {
      return null
    }
  }
  return found
}
