// Server-sent events: calls, jobs, batches and watches of one account, or of all accounts for the operator. An event
// carries the same object as the list of its kind; that of a watch leaves its records out.
import { nullable, object } from '@quarry/kit/schema'
import { hashKey } from '../../accounts/key-format.ts'
import type { Events } from '../../calls/events/events.ts'
import { loggedCall } from '../../ledger/log/log-rows.ts'
import { exampleId, moment } from '../../platform/lib/schemas.ts'
import type { Stream } from '../../platform/route-data.ts'
import { batchSummary } from './batches.ts'
import { adminJob, listedJob } from './jobs.ts'
import { route } from './route.ts'
import { streamedWatchEvent } from './watches.ts'

export type EventDeps = { events: Pick<Events, 'open'> }

const description =
  'Server-sent events of all servers: `call` when a call is logged; `job` when a job is queued, starts or ends; `batch` when a batch is created or some of its items end; `watch` when a watch has a new entry in its history. A comment is sent every 15 seconds. With `Last-Event-ID` the stream resumes up to 10 minutes back; an older id gets the event `gap` first.'
const gap = object({ from: nullable(moment()), to: moment() }, 'Events between these times are missing.')
const describeStream = (job: typeof listedJob | typeof adminJob) => ({
  description: 'The stream, until the client or the server closes it',
  also: {
    'text/event-stream': `id: x1CTnJ0vGxwYQm8yYh0N2w\nevent: job\ndata: {"job_id":"${exampleId}"}\n\n`,
  },
  events: { call: loggedCall, job, batch: batchSummary, watch: streamedWatchEvent, gap },
})
const shared = { tag: 'events', isResumable: true } as const

const sendEvents = (stream: Stream) => ({
  stream,
  headers: {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Otherwise a buffering proxy would hold every event back.
    'x-accel-buffering': 'no',
  },
})

const ownEvents = route({
  ...shared,
  name: 'events',
  path: '/v2/events',
  access: 'key',
  summary: 'Stream the events of your account',
  description: `${description} A key with scopes sees its own events. At most five streams per account, otherwise 429; a stream ends when its key does. Opening a stream counts as one request. Free.`,
  reply: describeStream(listedJob),
  async run({ caller, request }, { events }: EventDeps) {
    const { accountId, keyId, scopes } = caller
    const holder = { caller, address: request.address }
    const follower = { accountId, keyId: scopes === null ? null : keyId, holder }
    return sendEvents(await events.open(follower, request.lastEventId))
  },
})

const allEvents = route({
  ...shared,
  name: 'all_events',
  path: '/admin/events',
  access: 'admin',
  summary: 'Stream the events of all accounts',
  description: `${description} Every event names its account. A stream opened by the console ends with its session.`,
  reply: describeStream(adminJob),
  refusals: ['rate_limited'],
  async run({ request }, { events }: EventDeps) {
    const { console, bearerKeys, lastEventId } = request
    // A token takes precedence over a session, as in the admin gate.
    const session = bearerKeys.length === 0 ? (console?.session ?? null) : null
    const holder = session === null ? null : { sessionHash: hashKey(session) }
    return sendEvents(await events.open({ accountId: null, keyId: null, holder }, lastEventId))
  },
})

export const eventRoutes = [ownEvents, allEvents]
