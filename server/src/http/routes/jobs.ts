// Jobs: read one (optionally waiting for its end), list the account's own, cancel one that is queued. The operator lists
// those of all accounts.
import { anything, integer, nullable, object, oneOf, text } from '@quarry/kit/schema'
import { findAccountId } from '../../accounts/account-store.ts'
import { toViewer } from '../../accounts/caller.ts'
import type { Jobs } from '../../calls/jobs/jobs.ts'
import { type JobRow, listAllJobs, toJobText } from '../../calls/jobs/read-jobs.ts'
import type { Reads } from '../../platform/db/account-slots.ts'
import { moment, namedObject, uuid } from '../../platform/lib/schemas.ts'
import { route } from './route.ts'
import {
  describeId,
  describeList,
  filterAccount,
  filterState,
  jobStates,
  pageParams,
  provenance,
  toListQuery,
  wait,
} from './shared-schemas.ts'

export type JobDeps = { jobs: Pick<Jobs, 'get' | 'list' | 'cancel'>; reads: Reads }

const head = {
  job_id: uuid(),
  status: oneOf(jobStates),
  endpoint: text('/v2/usage'),
  created_at: moment(),
  started_at: nullable(moment()),
  finished_at: nullable(moment()),
  status_code: nullable(integer(200)),
  credits: integer(1, 'Credits charged; 0 until the job ends.'),
  ...provenance,
}
const error = nullable(text('Not Found', 'Why the job failed.'))
export const listedJob = namedObject('ListedJob', { ...head, error })
export const job = namedObject('Job', {
  ...head,
  result: anything('The record, as the direct call returns it; null until the job ends.'),
  error,
})

const sendJob = (row: JobRow) => ({
  text: toJobText(row),
  ...(row.state === 'failed' && row.reason !== null ? { headers: { 'x-error-reason': row.reason } } : {}),
})
const oneJob = {
  access: 'key',
  tag: 'jobs',
  path: '/jobs/{id}',
  alsoAt: ['/v2/jobs/{id}'],
  reply: {
    description: 'The job',
    schema: job,
    headers: { 'x-error-reason': 'Reason code of a failed job; absent otherwise' },
  },
} as const

const listJobs = route({
  access: 'key',
  tag: 'jobs',
  name: 'jobs',
  path: '/v2/jobs',
  alsoAt: ['/jobs'],
  summary: 'List the jobs of your account',
  description:
    'Newest first, without results and without the items of batches. An ended job is listed for 30 days, longer than its result is stored. A key with scopes sees its own jobs only. Free.',
  params: object({ state: filterState(jobStates, 'jobs'), ...pageParams }),
  ...describeList('jobs', listedJob, 'JobPage'),
  respond: ({ caller, params }, { jobs }: JobDeps) =>
    jobs.list(toViewer(caller), toListQuery(params.state, params)),
})

const readJob = route({
  ...oneJob,
  name: 'job',
  summary: 'Read the state and result of a job',
  description:
    'Polling is free; with `wait` the answer comes when the job ends. A result is stored for a day; after that the answer is 404 `result_expired`. If the licence of its provider allows less, the result is deleted earlier and `error` is `No longer kept`. The header `x-error-reason` has the reason code of a failed job. Also served as `/v2/jobs/{id}`.',
  params: object({ id: describeId('job'), wait }),
  refusals: ['result_expired'],
  example: { params: { wait: 30 } },
  run: async ({ caller, params }, { jobs }: JobDeps) =>
    sendJob(await jobs.get(toViewer(caller), params.id, (params.wait ?? 0) * 1000)),
})

const cancelJob = route({
  ...oneJob,
  name: 'cancel_job',
  method: 'DELETE',
  summary: 'Cancel a queued job',
  description: 'Releases its credits. 409 if the job has started.',
  params: object({ id: describeId('job') }),
  refusals: ['result_expired', 'conflict'],
  run: async ({ caller, params }, { jobs }: JobDeps) =>
    sendJob(await jobs.cancel(toViewer(caller), params.id)),
})

export const jobRoutes = [listJobs, readJob, cancelJob]

export const adminJob = namedObject('AdminJob', {
  job_id: uuid(),
  account: text('acme'),
  key_id: uuid(),
  batch_id: nullable(uuid()),
  status: oneOf(jobStates),
  endpoint: text('/v2/usage'),
  attempts: integer(1),
  ...provenance,
  price: integer(1),
  credits: integer(1),
  status_code: nullable(integer(200)),
  error: nullable(text('Not Found')),
  reason: nullable(text('not_found')),
  created_at: moment(),
  started_at: nullable(moment()),
  finished_at: nullable(moment()),
})

const allJobs = route({
  access: 'admin',
  name: 'all_jobs',
  path: '/admin/jobs',
  tag: 'jobs',
  summary: 'List the jobs of all accounts',
  description: 'Newest first, including the items of batches.',
  params: object({ account: filterAccount, state: filterState(jobStates, 'jobs'), ...pageParams }),
  ...describeList('jobs', adminJob, 'AdminJobPage', { exampleCursor: '81' }),
  refusals: ['not_found'],
  async respond({ params: { account: slug, ...query } }, { reads }: JobDeps) {
    const pool = reads('operator')
    const filter = slug === undefined ? {} : { accountId: await findAccountId(pool, slug) }
    return listAllJobs(pool, { ...query, ...filter })
  },
})

export const allJobRoutes = [allJobs]
