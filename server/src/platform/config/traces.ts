// Reads the trace settings from the standard OpenTelemetry environment variables.
import { isUrl } from '@quarry/kit/is-url'
import { createReport, hidden } from './file.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type TraceSettings = NonNullable<ReturnType<typeof readTraces>>

/** Null if tracing is off. Adds bad values to `problems`. */
export function readTraces(env: NodeJS.ProcessEnv, problems: string[]) {
  const read = (name: string, fallback = '') => env[name]?.trim() || fallback
  const reportBad = createReport(problems)
  /** The variable for traces takes precedence over the general one. */
  const either = (name: string) => {
    const tracesName = `OTEL_EXPORTER_OTLP_TRACES_${name}`
    const shared = `OTEL_EXPORTER_OTLP_${name}`
    return read(tracesName)
      ? { name: tracesName, value: read(tracesName) }
      : { name: shared, value: read(shared) }
  }
  const endpoint = either('ENDPOINT')
  const isOff = read('OTEL_SDK_DISABLED').toLowerCase() === 'true' || read('OTEL_TRACES_EXPORTER') === 'none'
  if (endpoint.value === '' || isOff) return null

  const parseMs = (name: string, value: string) => {
    if (!/^\d{1,7}$/.test(value)) reportBad(name, value, 'a whole number of milliseconds')
    return Number(value)
  }
  const readPairs = (name: string, value: string, shown = value) => {
    const pairs = parsePairs(value)
    if (!pairs) reportBad(name, shown, 'a list of name=value pairs, separated by commas')
    return pairs ?? {}
  }
  // Hidden, because the address may contain a password.
  if (!/^https?:\/\/[^\s@?#]+$/.test(endpoint.value) || !isUrl(endpoint.value))
    reportBad(endpoint.name, hidden, 'an http(s):// address without a user, a query or a fragment')
  const protocol = either('PROTOCOL')
  if (protocol.value !== '' && protocol.value !== 'http/json')
    reportBad(protocol.name, protocol.value, 'http/json, the only supported protocol')
  const sampler = read('OTEL_TRACES_SAMPLER', 'parentbased_always_on')
  if (!(samplers as readonly string[]).includes(sampler))
    reportBad('OTEL_TRACES_SAMPLER', sampler, `one of ${samplers.join(', ')}`)
  const share = read('OTEL_TRACES_SAMPLER_ARG', '1')
  if (sampler.endsWith('ratio') && !(Number(share) >= 0 && Number(share) <= 1))
    reportBad('OTEL_TRACES_SAMPLER_ARG', share, 'a number from 0 to 1')
  const headers = either('HEADERS')
  const timeout = either('TIMEOUT')
  return {
    /** The OTLP endpoint (JSON over HTTP). */
    url: endpoint.name.includes('TRACES')
      ? endpoint.value
      : `${endpoint.value.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    /** May hold secrets. */
    headers: readPairs(headers.name, headers.value, hidden),
    timeoutMs: parseMs(timeout.name, timeout.value || '10000'),
    /** The longest time that a span is buffered before its batch is sent. */
    delayMs: parseMs('OTEL_BSP_SCHEDULE_DELAY', read('OTEL_BSP_SCHEDULE_DELAY', '5000')),
    resource: {
      'service.name': 'quarry',
      ...readPairs('OTEL_RESOURCE_ATTRIBUTES', read('OTEL_RESOURCE_ATTRIBUTES')),
      ...(read('OTEL_SERVICE_NAME') ? { 'service.name': read('OTEL_SERVICE_NAME') } : {}),
    },
    /** `share` of traces to sample; with `followsCaller`, only of those without a sampling decision by the caller. */
    sampler: {
      share: sampler.endsWith('_on') ? 1 : sampler.endsWith('_off') ? 0 : Number(share),
      followsCaller: sampler.startsWith('parentbased'),
    },
  }
}

/** Parses `a=1,b=2` with percent-encoding; null if it is malformed. */
function parsePairs(text: string): Record<string, string> | null {
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
