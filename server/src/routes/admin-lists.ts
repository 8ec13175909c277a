// What an operator looks over: all accounts, jobs and batches, the changes that were made, and the whole at a glance.

import { anything, integer, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { findAccountId } from '../access/accounts.ts'
import { listAccounts } from '../access/list-accounts.ts'
import { listChanges } from '../access/list-changes.ts'
import { listBatches } from '../batches/list-batches.ts'
import { listAllJobs } from '../jobs/read-jobs.ts'
import { overview as readOverview } from '../log/overview.ts'
import { account } from './admin-schemas.ts'
import { batchStates, batchSummary } from './batch-schemas.ts'
import { provenance } from './provenance-schemas.ts'
import { route } from './route.ts'
import { cursor, jobStates, limit, moment, uuid } from './shared-schemas.ts'

const shared = { access: 'admin', method: 'GET', refusals: [] } as const
const nextCursor = nullable(text('81'))
const many = optional(integer(50, { description: 'How many at most, 1 to 1000; by default 50.' }))
const idCursor = optional(text('81', { description: 'The `next_cursor` of the page before.' }))
const ofAccount = optional(text('acme', { description: 'Only those of this account.' }))

/** What was given, and nothing that was not. */
const given = <T extends Record<string, unknown>>(params: T) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

const accounts = route({
  ...shared,
  name: 'accounts',
  path: '/admin/accounts',
  tag: 'accounts',
  summary: 'All accounts',
  description: 'Newest first, with their balances.',
  params: object({
    search: optional(text('acm', { description: 'Somewhere in slug or name.' })),
    limit: many,
    cursor: idCursor,
  }),
  replies: {
    200: {
      description: 'The accounts',
      schema: object({ accounts: list(account), next_cursor: nextCursor }, named('AccountPage')),
    },
  },
  example: { params: { limit: 50 } },
  run: async ({ params }, { reads, defaultPerSecond }) => ({
    body: await listAccounts(reads('operator'), { ...given(params), defaultPerSecond }),
  }),
})

const changes = route({
  ...shared,
  name: 'changes',
  path: '/admin/changes',
  tag: 'accounts',
  summary: 'What was changed, when and as whom',
  params: object({
    subject: optional(text('acme', { description: 'Only changes of this account (slug) or key (id).' })),
    limit: many,
    cursor: idCursor,
  }),
  replies: {
    200: {
      description: 'The changes',
      schema: object(
        {
          changes: list(
            object({
              at: moment(),
              actor: text('admin 127.0.0.1'),
              action: text('create key'),
              subject: text('acme'),
              detail: anything({ description: 'What was asked for.' }),
            }),
          ),
          next_cursor: nextCursor,
        },
        named('ChangePage'),
      ),
    },
  },
  example: { params: { limit: 50 } },
  run: async ({ params }, { reads }) => ({ body: await listChanges(reads('operator'), given(params)) }),
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
  summary: 'Jobs of all accounts',
  description: 'Newest first, items of batches among them.',
  params: object({
    account: ofAccount,
    state: optional(oneOf(jobStates, { description: 'Only those in this state.' })),
    limit,
    cursor,
  }),
  replies: {
    200: {
      description: 'The jobs',
      schema: object({ jobs: list(adminJob), next_cursor: nextCursor }, named('AdminJobPage')),
    },
  },
  refusals: ['not_found'],
  example: { params: { limit: 20 } },
  async run({ params: { account: slug, ...query } }, { reads }) {
    const pool = reads('operator')
    const of = slug === undefined ? {} : { accountId: await findAccountId(pool, slug) }
    return { body: await listAllJobs(pool, { ...given(query), ...of }) }
  },
})

const batches = route({
  ...shared,
  name: 'all_batches',
  path: '/admin/batches',
  tag: 'batches',
  summary: 'Batches of all accounts',
  description: 'Newest first.',
  params: object({
    account: ofAccount,
    state: optional(oneOf(batchStates, { description: 'Only those in this state.' })),
    limit,
    cursor,
  }),
  replies: {
    200: {
      description: 'The batches',
      schema: object({ batches: list(batchSummary), next_cursor: nextCursor }, named('AdminBatchPage')),
    },
  },
  refusals: ['not_found'],
  example: { params: { limit: 20 } },
  async run({ params: { account: slug, ...query } }, { reads }) {
    const pool = reads('operator')
    const of = slug === undefined ? null : { accountId: await findAccountId(pool, slug), keyId: null }
    return { body: await listBatches(pool, of, given(query)) }
  },
})

const overview = route({
  ...shared,
  name: 'overview',
  path: '/admin/overview',
  tag: 'accounts',
  summary: 'The whole at a glance',
  params: object({}),
  replies: {
    200: {
      description: 'How much there is, and how the last day went',
      schema: object(
        {
          accounts: object({ total: integer(12), active: integer(11) }),
          active_keys: integer(20),
          last_24_hours: object({ calls: integer(1200), credits: integer(1500), errors: integer(3) }),
          open_jobs: object({ queued: integer(0), running: integer(0) }),
          pending_deliveries: integer(0),
        },
        named('Overview'),
      ),
    },
  },
  example: {},
  run: async (_given, { reads }) => ({ body: await readOverview(reads('operator')) }),
})

export const operatorListRoutes = [accounts, changes, jobs, batches, overview]
