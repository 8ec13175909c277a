// Watches: create one, list them, read one and its history, pause, resume, delete.
import { integer, object, oneOf, optional, type Static } from '@quarry/kit/schema'
import { assertPermitted, type Caller, toViewer } from '../../accounts/caller.ts'
import type { CallRequest } from '../../calls/call-request.ts'
import { hashRequest, type Idempotency, readIdempotency } from '../../calls/idempotency.ts'
import { buildStoredJson } from '../../calls/responses.ts'
import { type TakeWatchKey, type Watches, watchStates } from '../../calls/watches/watches.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import type { RouteReply } from '../../platform/route-data.ts'
import { describedReplayHeaders, findConfigured, toReplay } from './accept-batch.ts'
import { route } from './route.ts'
import { describeId, describeList, filterState, pageParams, toListQuery } from './shared-schemas.ts'
import { newWatch, watch, watchChange, watchHistory } from './watch-schemas.ts'

export type WatchDeps = {
  endpoints: readonly ConfiguredEndpoint[]
  watches: Watches
  idempotency: Idempotency
}

const maxEvents = 1_000
const shared = { access: 'key', tag: 'watches' } as const
const oneWatch = {
  ...shared,
  path: '/v2/watches/{id}',
  params: object({ id: describeId('watch') }),
  reply: { description: 'The watch', schema: watch },
} as const

export type WatchExample = { endpoint: string; params: Record<string, unknown> }

const postWatch = (example: WatchExample) =>
  route({
    ...shared,
    name: 'create_watch',
    method: 'POST',
    path: '/v2/watches',
    summary: 'Watch a record',
    description:
      'Runs a lookup on a schedule, as a job of the key that created the watch and billed like any job. Sends a webhook message when the record, or one of the named fields, changes.',
    body: newWatch,
    isIdempotent: true,
    replies: { 201: { description: 'The watch', schema: watch, headers: describedReplayHeaders } },
    refusals: ['idempotency_result_gone'],
    example: { body: { ...example, every: 3600 } },
    run: ({ caller, request, body }, deps: WatchDeps) => createWatch(deps, caller, request, body),
  })

async function createWatch(
  { endpoints, watches, idempotency }: WatchDeps,
  caller: Caller,
  request: CallRequest,
  body: Static<typeof newWatch>,
): Promise<RouteReply> {
  const configured = findConfigured(endpoints, body.endpoint)
  assertPermitted(caller, configured.endpoint.path, request.address)
  const { accountId, keyId } = caller
  const { every, fields = null, webhook = null, until = null } = body
  const params = body.params as Record<string, unknown>
  const key = readIdempotency(request)
  const fingerprint = hashRequest('/v2/watches', body)
  const marker = key && { ...key, accountId, fingerprint, requestId: request.id }
  const takeKey: TakeWatchKey | undefined = marker
    ? (client, view) => idempotency.take(client, marker, buildStoredJson(201, view))
    : undefined
  const created = await watches.create(
    { id: request.id, accountId, keyId, configured, params, every, fields, webhook, until },
    takeKey,
  )
  return 'stored' in created ? toReplay(created.stored) : { status: 201, body: created }
}

const listWatches = route({
  ...shared,
  name: 'watches',
  path: '/v2/watches',
  summary: 'List the watches of your account',
  description: 'Newest first. A key with scopes sees its own watches only. Free.',
  params: object({ status: filterState(watchStates, 'watches'), ...pageParams }),
  ...describeList('watches', watch, 'WatchPage'),
  answer: ({ caller, params }, { watches }: WatchDeps) =>
    watches.list(toViewer(caller), toListQuery(params.status, params)),
})

const readWatch = route({
  ...oneWatch,
  name: 'watch',
  summary: 'Read a watch',
  description: 'Its next run, the results so far, and why it is paused. Free.',
  answer: ({ caller, params }, { watches }: WatchDeps) => watches.get(toViewer(caller), params.id),
})

const readHistory = route({
  ...shared,
  name: 'watch_history',
  path: '/v2/watches/{id}/history',
  summary: 'Read the history of a watch',
  description:
    'Changes, missed runs and pauses, oldest first, by range. A page with large events can be short; continue at `next_from`, or at the header `x-next-from`. The newest 1,000 events are kept, up to 8 MiB.',
  params: object({
    id: describeId('watch'),
    format: optional(oneOf(['json', 'csv'], 'Output format.')),
    from: optional(integer(1, { minimum: 1, maximum: 2_000_000_000, description: 'First event, from 1.' })),
    limit: optional(
      integer(100, { minimum: 1, maximum: maxEvents, description: 'Maximum number of events.' }),
    ),
  }),
  reply: {
    description: 'The events',
    schema: watchHistory,
    headers: { 'x-next-from': '`from` of the next page; absent on the last page' },
    also: { 'text/csv': 'number,type,at,job_id,provider,reason,missed,patch,before,after' },
  },
  example: { params: { format: 'json', from: 1, limit: 100 } },
  async run({ caller, params }, { watches }: WatchDeps) {
    const { id, format = 'json', from = 1, limit: count = maxEvents } = params
    const page = await watches.history(toViewer(caller), id, { format, from, limit: count })
    const next = page.nextFrom === null ? {} : { 'x-next-from': String(page.nextFrom) }
    return { text: page.text, headers: { 'content-type': page.contentType, ...next } }
  },
})

const changeWatch = route({
  ...oneWatch,
  name: 'change_watch',
  method: 'PATCH',
  summary: 'Pause or resume a watch',
  description: 'A run that has started finishes. 409 for a watch that has ended.',
  body: watchChange,
  refusals: ['conflict'],
  example: { body: { status: 'paused' } },
  answer: ({ caller, params, body }, { watches }: WatchDeps) =>
    watches.change(toViewer(caller), params.id, body.status as 'active' | 'paused'),
})

const deleteWatch = route({
  ...oneWatch,
  name: 'delete_watch',
  method: 'DELETE',
  summary: 'Delete a watch',
  description: 'Deletes its history too. A run that has started finishes.',
  answer: ({ caller, params }, { watches }: WatchDeps) => watches.remove(toViewer(caller), params.id),
})

/** `example` is a lookup that works on this server. */
export const watchRoutes = (example: WatchExample) => [
  postWatch(example),
  listWatches,
  readWatch,
  readHistory,
  changeWatch,
  deleteWatch,
]
