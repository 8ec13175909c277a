// Watches: create one, list them, read one and its history, pause, resume, delete.
import {
  anything,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  Type,
  text,
} from '@quarry/kit/schema'
import { assertPermitted, type Caller, toViewer } from '../../accounts/caller.ts'
import type { CallRequest } from '../../calls/call-request.ts'
import { hashRequest, type Idempotency, readIdempotency } from '../../calls/idempotency.ts'
import { buildStoredJson } from '../../calls/responses.ts'
import { watchEventTypes } from '../../calls/watches/watch-events.ts'
import { type TakeWatchKey, type Watches, watchStates } from '../../calls/watches/watches.ts'
import type { ConfiguredEndpoint } from '../../lookups/sources/configure-endpoints.ts'
import { exampleId, moment, namedObject, uuid } from '../../platform/lib/schemas.ts'
import type { RouteReply } from '../../platform/route-data.ts'
import { findConfigured } from './read-route-input.ts'
import { route } from './route.ts'
import {
  describedReplayHeaders,
  describeId,
  describeList,
  filterState,
  pageParams,
  toListQuery,
  toReplay,
} from './shared-schemas.ts'

export type WatchDeps = {
  endpoints: readonly ConfiguredEndpoint[]
  watches: Watches
  idempotency: Idempotency
}

const maxEvents = 1_000
const shared = { access: 'key', tag: 'watches' } as const

const describeEvery = (options: Record<string, unknown> = {}) =>
  Type.Unsafe<number | string>({ type: ['integer', 'string'], examples: [3600], ...options })

const describeParams = (options: Record<string, unknown> = {}) =>
  object({}, { additionalProperties: true, ...options })

const newWatch = namedObject('NewWatch', {
  endpoint: text('/v2/usage', 'Path of a lookup.'),
  params: describeParams({
    description: 'Parameters of the lookup, including options such as `provider` and `require`.',
  }),
  every: describeEvery({
    description:
      'Interval in seconds, 300 to 2,592,000, or a cron expression with five fields in UTC whose runs are at least 300 seconds apart.',
  }),
  fields: optional(
    list(text('name'), {
      minItems: 1,
      maxItems: 100,
      description:
        'Fields to compare, named as in `require`; by default the whole record, or what `params.fields` leaves of it.',
    }),
  ),
  webhook: optional(
    text('https://receiver.example/hook', {
      minLength: 1,
      maxLength: 2048,
      format: 'uri',
      description: 'https address that receives changes and pauses.',
    }),
  ),
  until: optional(text('2099-12-31', 'Last time at which it runs.')),
})

const watchChange = namedObject('WatchChange', {
  status: oneOf(['active', 'paused'], '`active` runs the watch, `paused` stops it.'),
})

export const watch = namedObject('Watch', {
  watch_id: uuid(),
  status: oneOf(watchStates),
  endpoint: text('/v2/usage'),
  params: describeParams(),
  every: describeEvery(),
  fields: nullable(list(text('name'))),
  webhook: nullable(text('https://receiver.example/hook', { format: 'uri' })),
  until: nullable(moment()),
  created_at: moment(),
  next_at: nullable(moment()),
  last_run_at: nullable(moment()),
  last_job_id: nullable(uuid()),
  runs: integer(12, 'Jobs started for it.'),
  missed: integer(0, 'Runs that did not happen; the history lists them.'),
  changes: integer(1),
  without_record: integer(0, 'Consecutive runs without a record; the tenth pauses the watch.'),
  paused_reason: nullable(text('credits_exhausted', '`paused` if a caller paused it.')),
  paused_at: nullable(moment()),
  url: text(`/v2/watches/${exampleId}`, { format: 'uri-reference' }),
  history_url: text(`/v2/watches/${exampleId}/history`, { format: 'uri-reference' }),
})

export const watchEvent = namedObject('WatchEvent', {
  number: integer(1, 'Counted from 1 for each watch.'),
  type: oneOf(
    watchEventTypes,
    '`not_compared`: the run found a record but comparing it failed; the next run compares again.',
  ),
  at: moment(),
  job_id: nullable(uuid()),
  provider: nullable(text('sandbox', 'The provider of the new record.')),
  reason: nullable(
    text(
      'credits_exhausted',
      'Why the watch was paused, a run was missed or not compared, or a change has no patch: `not_kept`, `too_large`.',
    ),
  ),
  missed: nullable(integer(3, 'Number of missed runs.')),
  patch: nullable(
    list(
      object(
        { op: oneOf(['add', 'remove', 'replace', 'move', 'copy', 'test']), path: text('/name') },
        { additionalProperties: true },
      ),
      'JSON Patch (RFC 6902) from `before` to `after`. List items are matched by `id`, `uuid`, `url` or `link`.',
    ),
  ),
  before: anything('The previous record or named fields; null if it was not stored.'),
  after: anything('The new record or named fields; null if it was not stored.'),
})

const { patch: _, before: __, after: ___, ...eventHead } = watchEvent.properties

export const streamedWatchEvent = object(
  {
    watch_id: uuid(),
    account: text('acme'),
    ...eventHead,
    history_url: text(`/v2/watches/${exampleId}/history?from=1`, { format: 'uri-reference' }),
  },
  'The history of the watch has the patch and both records.',
)

const watchHistory = namedObject('WatchHistory', {
  watch_id: uuid(),
  from: integer(1),
  next_from: nullable(integer(101, '`from` of the next page; null on the last page.')),
  events: list(watchEvent),
})

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
  respond: ({ caller, params }, { watches }: WatchDeps) =>
    watches.list(toViewer(caller), toListQuery(params.status, params)),
})

const readWatch = route({
  ...oneWatch,
  name: 'watch',
  summary: 'Read a watch',
  description: 'Its next run, the results so far, and why it is paused. Free.',
  respond: ({ caller, params }, { watches }: WatchDeps) => watches.get(toViewer(caller), params.id),
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
  respond: ({ caller, params, body }, { watches }: WatchDeps) =>
    watches.change(toViewer(caller), params.id, body.status as 'active' | 'paused'),
})

const deleteWatch = route({
  ...oneWatch,
  name: 'delete_watch',
  method: 'DELETE',
  summary: 'Delete a watch',
  description: 'Deletes its history too. A run that has started finishes.',
  respond: ({ caller, params }, { watches }: WatchDeps) => watches.remove(toViewer(caller), params.id),
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
