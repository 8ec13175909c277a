// The usage report and the statistics of an account (api-rules 2.16).
import { boolean, integer, list, nullable, number, object, optional, text } from '@quarry/kit/schema'
import { toKeyFilter } from '../../accounts/caller.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { RequestLog } from '../../ledger/log/request-log.ts'
import { type GroupBy, statisticsGroups, totals } from '../../ledger/log/statistics.ts'
import { Refusal } from '../../platform/errors.ts'
import { namedObject } from '../../platform/lib/schemas.ts'
import { encodePaced, jsonWithList, loopSlices, mapLazily } from '../../platform/lib/slices.ts'
import { route } from './route.ts'

export type UsageDeps = Pick<Ledger, 'readUsage'> & { requestLog: Pick<RequestLog, 'statistics'> }

const usageReport = namedObject('Usage', {
  remaining: integer(987),
  total_used: integer(13),
  renewal_date: text('2027-01-01', 'The end of the period.'),
  period: object(
    { start: text('2026-12-02'), end: text('2027-01-01') },
    'Of the subscription; without one, the calendar month (UTC).',
  ),
  subscription: object({
    used: integer(13),
    total: integer(1000),
    remaining: integer(987),
    percent_used: number(1.3),
  }),
  credits: object({
    given: integer(0),
    consumed: integer(0),
    remaining: integer(0),
    percent_used: number(0),
  }),
  rate_limit: object({ per_minute: nullable(integer(600)), per_second: nullable(integer(10)) }),
  account: object({ name: text('Demo'), slug: text('demo') }),
  api_key: object({
    alias: text('demo'),
    active: boolean(true),
    category: nullable(text('development')),
    expires: nullable(text('2027-12-31T00:00:00Z', { format: 'date-time' })),
    quotas: object({
      total: nullable(integer(100000)),
      daily: nullable(integer(1000)),
      weekly: nullable(integer(5000)),
      monthly: nullable(integer(20000)),
    }),
  }),
})

const usage = route({
  name: 'usage',
  path: '/v2/usage',
  access: 'key',
  tag: 'account',
  summary: 'Read the usage report',
  description: 'Credits and limits of the account, and quotas of the calling key. Free.',
  reply: { description: 'The report', schema: usageReport },
  respond: ({ caller }, { readUsage }: UsageDeps) => readUsage(caller),
})

const statistics = route({
  name: 'statistics',
  path: '/v2/statistics',
  access: 'key',
  tag: 'account',
  summary: 'Read the statistics of your calls',
  description:
    'Calls of the account over time. A key with scopes sees its own calls only. Free; must be enabled for the account.',
  params: object({
    from: optional(
      text(
        '2026-01-01',
        'First day (UTC); by default 29 days before `to`. Grouped by hour, also a time; by default 24 hours ago.',
      ),
    ),
    to: optional(
      text('2026-01-31', 'Last day (UTC), inclusive; by default today. Grouped by hour, also a time.'),
    ),
    group_by: optional(
      text(
        'day',
        `Grouping of the series: one or two of ${statisticsGroups.join(', ')}, separated by a comma; by default day.`,
      ),
    ),
  }),
  reply: {
    description: 'The statistics',
    schema: namedObject('Statistics', {
      period: object({ from: text('2026-01-01'), to: text('2026-01-31') }),
      totals,
      series: list(
        object({
          day: optional(text('2026-01-01')),
          hour: optional(text('2026-01-01T10:00:00Z')),
          provider: optional(nullable(text('site', 'Null if no provider was called.'))),
          form: optional(nullable(text('json', 'Null if no page was read.'))),
          endpoint: optional(text('/v2/usage')),
          key: optional(text('main')),
          status: optional(integer(200)),
          ...totals.properties,
        }),
      ),
    }),
  },
  example: { params: { from: '2026-01-01', to: '2026-01-31', group_by: 'day' } },
  permit({ statisticsEnabled }) {
    if (!statisticsEnabled) throw new Refusal('forbidden')
  },
  async run({ caller, params: { group_by: groups = 'day', ...period } }, { requestLog }: UsageDeps) {
    const { series, ...head } = await requestLog.statistics({
      accountId: caller.accountId,
      ...toKeyFilter(caller),
      ...period,
      groupBy: groups.split(',').map((name) => name.trim()) as GroupBy[],
    })
    const items = mapLazily(series, (item) => JSON.stringify(item))
    const pause = loopSlices.pacer(caller.accountId)
    return { text: await encodePaced(jsonWithList(head, 'series', items), pause) }
  },
})

export const usageRoutes = [usage, statistics]
