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
import { cursor, describePage, jobStates, limit, moment, provenance, uuid } from './shared-schemas.ts'

export type ListDeps = {
  reads: Reads
  /** Requests per second of accounts without a `rate_limit`; null is unlimited. */
  defaultPerSecond: number | null
}

const shared = { access: 'admin' } as const
const listLimit = optional(integer(50, { description: 'Maximum number of items, 1 to 1000; by default 50.' }))
const idCursor = optional(text('81', { description: '`next_cursor` of the previous page.' }))
const accountFilter = optional(text('acme', { description: 'Only items of this account.' }))

/** Removes parameters that are not set. */
const dropUndefined = <T extends Record<string, unknown>>(params: T) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

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
  replies: {
    200: { description: 'The accounts', schema: describePage('accounts', account, 'AccountPage', '81') },
  },
  example: { params: { limit: 50 } },
  run: async ({ params }, { reads, defaultPerSecond }: ListDeps) => ({
    body: await listAccounts(reads('operator'), { ...dropUndefined(params), defaultPerSecond }),
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
  replies: {
    200: { description: 'The changes', schema: describePage('changes', change, 'ChangePage', '81') },
  },
  example: { params: { limit: 50 } },
  run: async ({ params }, { reads }: ListDeps) => ({
    body: await listChanges(reads('operator'), dropUndefined(params)),
  }),
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
  params: object({
    account: accountFilter,
    state: optional(oneOf(jobStates, { description: 'Only jobs in this state.' })),
    limit,
    cursor,
  }),
  replies: { 200: { description: 'The jobs', schema: describePage('jobs', adminJob, 'AdminJobPage', '81') } },
  refusals: ['not_found'],
  example: { params: { limit: 20 } },
  async run({ params: { account: slug, ...query } }, { reads }: ListDeps) {
    const pool = reads('operator')
    const filter = slug === undefined ? {} : { accountId: await findAccountId(pool, slug) }
    return { body: await listAllJobs(pool, { ...dropUndefined(query), ...filter }) }
  },
})

const batches = route({
  ...shared,
  name: 'all_batches',
  path: '/admin/batches',
  tag: 'batches',
  summary: 'List the batches of all accounts',
  description: 'Newest first.',
  params: object({
    account: accountFilter,
    state: optional(oneOf(batchStates, { description: 'Only batches in this state.' })),
    limit,
    cursor,
  }),
  replies: {
    200: {
      description: 'The batches',
      schema: describePage('batches', batchSummary, 'AdminBatchPage', '81'),
    },
  },
  refusals: ['not_found'],
  example: { params: { limit: 20 } },
  async run({ params: { account: slug, ...query } }, { reads }: ListDeps) {
    const pool = reads('operator')
    const reach = slug === undefined ? null : { accountId: await findAccountId(pool, slug), keyId: null }
    return { body: await listBatches(pool, reach, dropUndefined(query)) }
  },
})

export const operatorListRoutes = [accounts, changes, jobs, batches]
