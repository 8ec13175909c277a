// What both ways to create a batch share, in part with creating a watch: finding the endpoint, reading the webhook, and
// the answer, which is stored under an Idempotency-Key.
import { invalidParameter } from '@quarry/kit/errors'
import type { StoredResponse } from '../../calls/idempotency.ts'
import { buildStoredJson } from '../../calls/responses.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import type { RouteReply } from '../../platform/route-data.ts'

export const buildAcceptedAnswer = (id: string, total: number, more: object = {}): StoredResponse =>
  buildStoredJson(202, {
    batch_id: id,
    status: 'running',
    total,
    url: `/v2/batches/${id}`,
    results_url: `/v2/batches/${id}/results`,
    ...more,
  })

export const toReply = ({ status, body }: StoredResponse): RouteReply => ({ status, text: body })

/** `stored` is the answer to an earlier request with the same Idempotency-Key. */
export const toReplay = (stored: StoredResponse): RouteReply => ({
  ...toReply(stored),
  headers: { 'idempotent-replay': 'true' },
})

export const describedReplayHeaders = {
  'idempotent-replay': '`true` if this is the stored answer to an earlier request',
}

export function findConfigured(endpoints: readonly ConfiguredEndpoint[], endpoint: unknown) {
  const path = typeof endpoint === 'string' ? endpoint.replace(/^\/api(?=\/)/, '') : undefined
  const configured = endpoints.find((candidate) => candidate.endpoint.path === path)
  if (!configured)
    throw invalidParameter('endpoint', `must be the path of a lookup, such as ${endpoints[0]?.endpoint.path}`)
  return configured
}

export function readWebhook(webhook: unknown): string | null {
  if (webhook === undefined || webhook === null) return null
  if (typeof webhook !== 'string' || webhook.length > 2048)
    throw invalidParameter('webhook', 'must be a string of 1 to 2048 characters')
  return webhook
}
