// The traffic of the soak test: every endpoint uncached, cached and as a job, batches, free reads, refused calls, and
// every fault of the sandbox sites. Calls are sent at a fixed rate, so that a slow server shows in the latency.
import type { Endpoint } from '@quarry/kit/endpoint'
import { endpoints } from '@quarry/sources'
import { faultKinds } from '../server/src/fetching/sandbox/faults.ts'

export type SoakRequest = {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  key?: string
  isFault?: true
  /** Requests with guessed keys are delayed after some attempts. */
  mayWait?: true
}

/** A lookup of the endpoint's example with further parameters. */
export function lookup({ method, path, example }: Endpoint, more: Record<string, unknown> = {}): SoakRequest {
  const params: Record<string, unknown> = { ...example, ...more }
  if (method === 'POST') return { method, path, body: params }
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return { method, path: `${path}?${query}` }
}

const reads = [
  '/v2/usage',
  '/v2/calls?limit=20',
  '/v2/statistics',
  '/v2/jobs?limit=20',
  '/v2/batches?limit=20',
  '/v2/status',
  '/v2/keys',
  '/status.json',
  '/readyz',
  '/openapi.json',
]

const refused: SoakRequest[] = [
  { method: 'GET', path: '/v2/ticketing/event' },
  { method: 'GET', path: '/v2/ticketing/event?query=1000000000017&surprise=1' },
  { method: 'GET', path: '/v2/usage', key: 'qry_nobody', mayWait: true },
  { method: 'POST', path: '/v2/batches', body: { endpoint: 'none', inputs: [] } },
  { method: 'GET', path: '/v2/nothing' },
]

const event = 1_000_000_000_017
/** A tenth of all events, so that per-event caches reach their final size soon. */
const subjects = 400

function freshEvent(n: number): SoakRequest {
  return { method: 'GET', path: `/v2/ticketing/event?query=${event + (n % subjects) * 7727}` }
}

function fault(n: number): SoakRequest {
  const kind = faultKinds[n % faultKinds.length]
  const address = `https://fr.ticketing.example/e/n${n % 50}-fault-${kind}-${event}`
  return { method: 'GET', path: `/v2/ticketing/event?query=${encodeURIComponent(address)}`, isFault: true }
}

function batch(n: number): SoakRequest {
  const inputs = Array.from({ length: 10 }, (_, i) => ({
    query: String(event + ((n + i) % subjects) * 7727),
  }))
  return { method: 'POST', path: '/v2/batches', body: { endpoint: '/v2/ticketing/event', inputs } }
}

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** The nth call. Of fifty calls, 18 are uncached lookups of one endpoint after the other, 10 cached, 5 jobs and 1 a batch. */
export function callAt(n: number): SoakRequest {
  const round = Math.floor(n / 50)
  const place = n % 50
  if (place < 12) return lookup(at(endpoints, round * 12 + place))
  if (place < 18) return freshEvent(round * 6 + place)
  if (place < 28) return lookup(at(endpoints, round * 10 + place), { max_age: 86_400 })
  if (place < 33) return lookup(at(endpoints, round * 5 + place), { is_async: true })
  if (place === 33) return batch(round)
  if (place < 44) return { method: 'GET', path: at(reads, round + place) }
  if (place < 48) return at(refused, round * 4 + place)
  return fault(round * 2 + place)
}
