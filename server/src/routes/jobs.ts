// Jobs: poll one (with or without waiting), list the account's own, cancel one that is queued.

import { anything, integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { toReach } from '../access/reach.ts'
import { type JobRow, toJobText } from '../jobs/read-jobs.ts'
import { provenance } from './provenance-schemas.ts'
import { route } from './route.ts'
import {
  cursor,
  describeId,
  exampleId,
  jobStates,
  limit,
  moment,
  usualListed,
  uuid,
  wait,
} from './shared-schemas.ts'

const head = {
  job_id: uuid(),
  status: oneOf(jobStates),
  endpoint: text('/v2/usage'),
  created_at: moment(),
  started_at: nullable(moment()),
  finished_at: nullable(moment()),
  status_code: nullable(integer(200)),
  credits: integer(1, { description: 'Charged so far: nothing before the end.' }),
  ...provenance,
}
const error = nullable(text('Not Found', { description: 'Why it failed, in words.' }))
export const listedJob = object({ ...head, error }, named('ListedJob'))
const job = object(
  {
    ...head,
    result: anything({ description: 'The record, as the direct call would have sent it; null until then.' }),
    error,
  },
  named('Job'),
)

const shown = (row: JobRow) => ({
  text: toJobText(row),
  ...(row.state === 'failed' && row.reason !== null ? { headers: { 'x-error-reason': row.reason } } : {}),
})
const theJob = {
  description: 'The job',
  schema: job,
  headers: { 'x-error-reason': 'Why the job failed, for programs; absent while it has not' },
}
const shared = { access: 'key', tag: 'jobs' } as const

const listJobs = route({
  ...shared,
  name: 'jobs',
  method: 'GET',
  path: '/v2/jobs',
  alsoAt: ['/jobs'],
  summary: 'Jobs of the account',
  description:
    'Newest first, without results and without the items of batches. A key with scopes sees its own jobs only. Free.',
  params: object({
    state: optional(oneOf(jobStates, { description: 'Only those in this state.' })),
    limit,
    cursor,
  }),
  replies: {
    200: {
      description: 'The jobs',
      schema: object({ jobs: list(listedJob), next_cursor: nullable(text('')) }, named('JobPage')),
    },
  },
  refusals: [],
  example: { params: { limit: usualListed } },
  run: async ({ caller, params }, { jobs }) => ({
    body: await jobs.list(toReach(caller), {
      state: params.state ?? null,
      limit: params.limit ?? usualListed,
      cursor: params.cursor ?? null,
    }),
  }),
})

const pollJob = route({
  ...shared,
  name: 'job',
  method: 'GET',
  path: '/jobs/{id}',
  alsoAt: ['/v2/jobs/{id}'],
  summary: 'State and result of a job',
  description:
    'Polling is free; with `wait` the answer comes when the job ends. The result is kept for a day, or for less where the licence of its provider wants it; then `error` is `No longer kept`. Also served as `/v2/jobs/{id}`. The header `x-error-reason` says why a job failed.',
  params: object({ id: describeId('job'), wait }),
  replies: { 200: theJob },
  refusals: ['not_found'],
  example: { params: { id: exampleId, wait: 30 } },
  run: async ({ caller, params }, { jobs }) =>
    shown(await jobs.get(toReach(caller), params.id, (params.wait ?? 0) * 1000)),
})

const cancelJob = route({
  ...shared,
  name: 'cancel_job',
  method: 'DELETE',
  path: '/jobs/{id}',
  alsoAt: ['/v2/jobs/{id}'],
  summary: 'Cancel a queued job',
  description: 'Releases its credits. A job that has started cannot be cancelled (409).',
  params: object({ id: describeId('job') }),
  replies: { 200: theJob },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: exampleId } },
  run: async ({ caller, params }, { jobs }) => shown(await jobs.cancel(toReach(caller), params.id)),
})

export const jobRoutes = [listJobs, pollJob, cancelJob]
