// What happens, as it happens: server-sent events of an account, and of all accounts for the operator. What each event
// tells is what the lists of calls, jobs and batches tell.
import { nullable, object } from '@quarry/kit/schema'
import { hashKey } from '../access/key-format.ts'
import type { Stream } from '../route-data.ts'
import { adminJob } from './admin-lists.ts'
import { loggedCall } from './admin-schemas.ts'
import { batchSummary } from './batch-schemas.ts'
import { listedJob } from './jobs.ts'
import { route } from './route.ts'
import { exampleId, moment } from './shared-schemas.ts'

const description =
  'Server-sent events of all servers: `call` when a call was logged, `job` when a job is queued, runs or has ended, `batch` when one was taken on or items of it have ended. A comment comes every 15 seconds. With `Last-Event-ID` a stream goes on where it was left, up to 10 minutes back; an older id gets the event `gap` first.'
const gap = object(
  { from: nullable(moment()), to: moment() },
  { description: 'Between these moments events are missing.' },
)
const describeStream = (job: typeof listedJob | typeof adminJob) => ({
  200: {
    description: 'The stream, until either side ends it',
    also: {
      'text/event-stream': `id: x1CTnJ0vGxwYQm8yYh0N2w\nevent: job\ndata: {"job_id":"${exampleId}"}\n\n`,
    },
    events: { call: loggedCall, job, batch: batchSummary, gap },
  },
})
const shared = {
  method: 'GET',
  tag: 'events',
  params: object({}),
  isResumable: true,
  example: {},
} as const

const sent = (stream: Stream) => ({
  stream,
  // A proxy that waits for more of an answer before it passes it on would keep every event.
  headers: {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  },
})

const ownEvents = route({
  ...shared,
  name: 'events',
  path: '/v2/events',
  access: 'key',
  summary: 'What happens in the account',
  description: `${description} A key with scopes sees what is its own. An account has five streams at most (429 above); each ends when its key does. Opening one counts as one request. Free.`,
  replies: describeStream(listedJob),
  refusals: [],
  async run({ caller, request }, { events }) {
    const { accountId, keyId, scopes } = caller
    const holder = { caller, address: request.address }
    const follower = { accountId, keyId: scopes === null ? null : keyId, holder }
    return sent(await events.open(follower, request.lastEventId))
  },
})

const allEvents = route({
  ...shared,
  name: 'all_events',
  path: '/admin/events',
  access: 'admin',
  summary: 'What happens in all accounts',
  description: `${description} Each names its account. A stream of the console ends with its session.`,
  replies: describeStream(adminJob),
  refusals: ['rate_limited'],
  async run({ request }, { events }) {
    const { console, bearerKeys, lastEventId } = request
    // A token that was given counts before a session, here as at the gate.
    const session = bearerKeys.length === 0 ? (console?.session ?? null) : null
    const holder = session === null ? null : { sessionHash: hashKey(session) }
    return sent(await events.open({ accountId: null, keyId: null, holder }, lastEventId))
  },
})

export const eventRoutes = [ownEvents, allEvents]
