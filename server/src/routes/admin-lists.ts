// Lists for the operator: accounts, jobs and batches of all accounts, and the admin log.
import { anything, integer, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { findAccountId } from '../access/accounts.ts'
import { listAccounts } from '../access/list-accounts.ts'
import { listChanges } from '../access/list-changes.ts'
import { listBatches } from '../batches/list-batches.ts'
import type { Reads } from '../db/account-slots.ts'
import { listAllJobs } from '../jobs/read-jobs.ts'
import { account } from './admin-schemas.ts'
import { batchStates, batchSummary } from './batch-schemas.ts'
import { route } from './route.ts'
import {
  cursor,
  describeList,
  filterState,
  jobStates,
  limit,
  moment,
  provenance,
  uuid,
} from './shared-schemas.ts'

export type ListDeps = {
  reads: Reads
  /** Requests per second of accounts without a `rate_limit`; null is unlimited. */
  defaultPerSecond: number | null
}

const shared = { access: 'admin' } as const
const listLimit = optional(integer(50, { description: 'Maximum number of items, 1 to 1000; by default 50.' }))
const idCursor = optional(text('81', { description: '`next_cursor` of the previous page.' }))
const accountFilter = optional(text('acme', { description: 'Only items of this account.' }))

const operatorExample = { exampleCursor: '81', exampleLimit: 50 }

const accounts = route({
  ...shared,
  name: 'accounts',
  path: '/admin/accounts',
  tag: 'accounts',
  summary: 'List all accounts',
  description: 'Newest first, with their balances.',
  params: object({
    search: optional(text('acm', { description: 'Part of the slug or name.' })),
    limit: listLimit,
    cursor: idCursor,
  }),
  ...describeList('accounts', account, 'AccountPage', operatorExample),
  run: async ({ params }, { reads, defaultPerSecond }: ListDeps) => ({
    body: await listAccounts(reads('operator'), { ...params, defaultPerSecond }),
  }),
})

const change = object({
  at: moment(),
  actor: text('admin 127.0.0.1'),
  action: text('create key'),
  subject: text('acme'),
  detail: anything({ description: 'The fields of the request.' }),
})

const changes = route({
  ...shared,
  name: 'changes',
  path: '/admin/changes',
  tag: 'accounts',
  summary: 'List the changes to accounts and keys',
  params: object({
    subject: optional(text('acme', { description: 'Only changes of this account (slug) or key (id).' })),
    limit: listLimit,
    cursor: idCursor,
  }),
  ...describeList('changes', change, 'ChangePage', operatorExample),
  run: async ({ params }, { reads }: ListDeps) => ({ body: await listChanges(reads('operator'), params) }),
})

export const adminJob = object(
  {
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
  },
  named('AdminJob'),
)

const jobs = route({
  ...shared,
  name: 'all_jobs',
  path: '/admin/jobs',
  tag: 'jobs',
  summary: 'List the jobs of all accounts',
  description: 'Newest first, including the items of batches.',
  params: object({ account: accountFilter, state: filterState(jobStates, 'jobs'), limit, cursor }),
  ...describeList('jobs', adminJob, 'AdminJobPage', { exampleCursor: '81' }),
  refusals: ['not_found'],
  async run({ params: { account: slug, ...query } }, { reads }: ListDeps) {
    const pool = reads('operator')
    const filter = slug === undefined ? {} : { accountId: await findAccountId(pool, slug) }
    return { body: await listAllJobs(pool, { ...query, ...filter }) }
  },
})

const batches = route({
  ...shared,
  name: 'all_batches',
  path: '/admin/batches',
  tag: 'batches',
  summary: 'List the batches of all accounts',
  description: 'Newest first.',
  params: object({ account: accountFilter, state: filterState(batchStates, 'batches'), limit, cursor }),
  ...describeList('batches', batchSummary, 'AdminBatchPage', { exampleCursor: '81' }),
  refusals: ['not_found'],
  async run({ params: { account: slug, ...query } }, { reads }: ListDeps) {
    const pool = reads('operator')
    const reach = slug === undefined ? null : { accountId: await findAccountId(pool, slug), keyId: null }
    return { body: await listBatches(pool, reach, query) }
  },
})

export const operatorListRoutes = [accounts, changes, jobs, batches]
