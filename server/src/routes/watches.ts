// Watches: make one, list them, read one and its history, pause, resume, delete.

import {
  integer,
  list,
  named,
  nullable,
  object,
  oneOf,
  optional,
  type Static,
  text,
} from '@quarry/kit/schema'
import { assertPermitted, type Caller } from '../access/caller.ts'
import { toReach } from '../access/reach.ts'
import type { CallRequest } from '../calls/call-request.ts'
import { hashRequest } from '../calls/idempotency.ts'
import { readIdempotency } from '../calls/read-idempotency.ts'
import { jsonType } from '../lib/json-type.ts'
import type { RouteReply } from '../route-data.ts'
import { watchStates } from '../watches/read-watches.ts'
import type { FirstOfWatch } from '../watches/watches.ts'
import { findConfigured } from './create-batch.ts'
import type { RouteParts } from './parts.ts'
import { route } from './route.ts'
import { cursor, describeId, exampleId, limit, usualListed } from './shared-schemas.ts'
import { newWatch, watch, watchChange, watchHistory } from './watch-schemas.ts'

const shared = { access: 'key', tag: 'watches' } as const
const theWatch = { 200: { description: 'The watch', schema: watch } }
const maxEvents = 1_000

export type WatchExample = { endpoint: string; params: Record<string, unknown> }

const postWatch = (example: WatchExample) =>
  route({
    ...shared,
    name: 'create_watch',
    method: 'POST',
    path: '/v2/watches',
    summary: 'Watch a record',
    description:
      'Runs a lookup on a schedule, as a job of the key that made the watch, billed like any other; tells its webhook when the record, or one of the named fields, changes.',
    params: object({}),
    body: newWatch,
    isIdempotent: true,
    replies: {
      201: {
        description: 'The watch',
        schema: watch,
        headers: { 'idempotent-replay': '`true` where the answer was given before to the same key' },
      },
    },
    refusals: [
      'idempotency_in_progress',
      'idempotency_result_gone',
      'idempotency_mismatch',
      'storage_exceeded',
    ],
    example: { body: { ...example, every: 3600 } },
    run: ({ caller, request, body }, parts) => createWatch(parts, caller, request, body),
  })

async function createWatch(
  { endpoints, watches, idempotency }: Pick<RouteParts, 'endpoints' | 'watches' | 'idempotency'>,
  caller: Caller,
  request: CallRequest,
  body: Static<typeof newWatch>,
): Promise<RouteReply> {
  const configured = findConfigured(endpoints, body.endpoint)
  assertPermitted(caller, configured.endpoint.path, request.address)
  const { accountId, keyId } = caller
  const params = body.params as Record<string, unknown>
  const { every, fields = null, webhook = null, until = null } = body
  const key = readIdempotency(request)
  const marker = key && {
    ...key,
    accountId,
    fingerprint: hashRequest('/v2/watches', body),
    requestId: request.id,
  }
  const first: FirstOfWatch | undefined = marker
    ? (client, view) =>
        idempotency.take(client, marker, {
          status: 201,
          recordedStatus: 201,
          contentType: jsonType,
          reason: null,
          from: null,
          credits: 0,
          body: JSON.stringify(view),
        })
    : undefined
  const asked = { id: request.id, accountId, keyId, configured, params, every, fields, webhook, until }
  const made = await watches.create(asked, first)
  if (!('known' in made)) return { status: 201, body: made }
  const { status, body: stored } = made.known
  return { status, text: stored, headers: { 'idempotent-replay': 'true' } }
}

const listWatches = route({
  ...shared,
  name: 'watches',
  method: 'GET',
  path: '/v2/watches',
  summary: 'Watches of the account',
  description: 'Newest first. A key with scopes sees its own watches only. Free.',
  params: object({
    status: optional(oneOf(watchStates, { description: 'Only those in this state.' })),
    limit,
    cursor,
  }),
  replies: {
    200: {
      description: 'The watches',
      schema: object({ watches: list(watch), next_cursor: nullable(text('')) }, named('WatchPage')),
    },
  },
  refusals: [],
  example: { params: { limit: usualListed } },
  run: async ({ caller, params }, { watches }) => ({
    body: await watches.list(toReach(caller), {
      state: params.status ?? null,
      limit: params.limit ?? usualListed,
      cursor: params.cursor ?? null,
    }),
  }),
})

const readWatch = route({
  ...shared,
  name: 'watch',
  method: 'GET',
  path: '/v2/watches/{id}',
  summary: 'One watch',
  description: 'When it runs next, how it did, and why it is paused. Free.',
  params: object({ id: describeId('watch') }),
  replies: theWatch,
  refusals: ['not_found'],
  example: { params: { id: exampleId } },
  run: async ({ caller, params }, { watches }) => ({ body: await watches.get(toReach(caller), params.id) }),
})

const readHistory = route({
  ...shared,
  name: 'watch_history',
  method: 'GET',
  path: '/v2/watches/{id}/history',
  summary: 'What happened to a watch',
  description:
    'Changes, missed runs and pauses, oldest first, by range. A page may end early when it grows large; `next_from`, or the header `x-next-from`, says where to go on. The newest 1,000 are kept, up to 8 MiB.',
  params: object({
    id: describeId('watch'),
    format: optional(oneOf(['json', 'csv'], { description: 'How events are written.' })),
    from: optional(
      integer(1, { minimum: 1, maximum: 2_000_000_000, description: 'First event, counted from 1.' }),
    ),
    limit: optional(integer(100, { minimum: 1, maximum: maxEvents, description: 'How many at most.' })),
  }),
  replies: {
    200: {
      description: 'The events',
      schema: watchHistory,
      headers: { 'x-next-from': 'Where to go on; absent at the end' },
      also: { 'text/csv': 'number,type,at,job_id,provider,reason,missed,patch,before,after' },
    },
  },
  refusals: ['not_found'],
  example: { params: { id: exampleId, format: 'json', from: 1, limit: 100 } },
  async run({ caller, params }, { watches }) {
    const { id, format = 'json', from = 1, limit: most = maxEvents } = params
    const page = await watches.history(toReach(caller), id, { format, from, limit: most })
    const next = page.nextFrom === null ? {} : { 'x-next-from': String(page.nextFrom) }
    return { text: page.text, headers: { 'content-type': page.contentType, ...next } }
  },
})

const changeWatch = route({
  ...shared,
  name: 'change_watch',
  method: 'PATCH',
  path: '/v2/watches/{id}',
  summary: 'Pause or resume a watch',
  description: 'A run that has begun ends like any job. 409 for a watch that has ended.',
  params: object({ id: describeId('watch') }),
  body: watchChange,
  replies: theWatch,
  refusals: ['not_found', 'conflict'],
  example: { params: { id: exampleId }, body: { status: 'paused' } },
  run: async ({ caller, params, body }, { watches }) => ({
    body: await watches.change(toReach(caller), params.id, body.status as 'active' | 'paused'),
  }),
})

const deleteWatch = route({
  ...shared,
  name: 'delete_watch',
  method: 'DELETE',
  path: '/v2/watches/{id}',
  summary: 'Delete a watch',
  description: 'With its history. A run that has begun ends like any job.',
  params: object({ id: describeId('watch') }),
  replies: theWatch,
  refusals: ['not_found'],
  example: { params: { id: exampleId } },
  run: async ({ caller, params }, { watches }) => ({
    body: await watches.remove(toReach(caller), params.id),
  }),
})

/** `example` is a lookup that this server has, and parameters for it. */
export const watchRoutes = (example: WatchExample) => [
  postWatch(example),
  listWatches,
  readWatch,
  readHistory,
  changeWatch,
  deleteWatch,
]
