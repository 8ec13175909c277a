// What an account has used: its usage report and its statistics (api-rules 2.16).

import { invalidParameter } from '@quarry/kit/errors'
import { boolean, integer, list, named, nullable, number, object, optional, text } from '@quarry/kit/schema'
import { toKeyFilter } from '../access/reach.ts'
import { Refusal } from '../errors.ts'
import { encodePaced, jsonWithList, mapLazily } from '../lib/encode-paced.ts'
import { loopTurns } from '../lib/turns.ts'
import { type GroupBy, statisticsGroups } from '../log/statistics.ts'
import { route } from './route.ts'

const fund = { remaining: integer(987), percent_used: number(1.3) }
const usageReport = object(
  {
    remaining: integer(987),
    total_used: integer(13),
    renewal_date: nullable(text('2027-01-01')),
    period: nullable(object({ start: text('2026-12-02'), end: text('2027-01-01') })),
    subscription: object({ used: integer(0), total: integer(0), ...fund }),
    credits: object({ given: integer(1000), consumed: integer(13), ...fund }),
    rate_limit: object({ per_minute: nullable(integer(600)), per_second: nullable(integer(10)) }),
    account: object({ name: text('Demo'), slug: text('demo') }),
    api_key: object({
      alias: text('demo'),
      active: boolean(true),
      category: nullable(text('development')),
      expires: nullable(text('2027-12-31')),
      quotas: object({
        total: nullable(integer(100000)),
        daily: nullable(integer(1000)),
        weekly: nullable(integer(5000)),
        monthly: nullable(integer(20000)),
      }),
    }),
  },
  named('Usage'),
)

const totals = {
  calls: integer(120),
  credits: integer(150),
  errors: integer(3),
  p50_ms: nullable(integer(42)),
  p95_ms: nullable(integer(180)),
  fields_share: nullable(
    number(0.72, { description: 'Of all fields of the records that were found, the share that was filled.' }),
  ),
}

const usage = route({
  name: 'usage',
  method: 'GET',
  path: '/v2/usage',
  access: 'key',
  tag: 'account',
  summary: 'Usage report',
  description: "The account's credits, limits and the calling key's quotas. Free.",
  params: object({}),
  replies: { 200: { description: 'The report', schema: usageReport } },
  refusals: [],
  example: {},
  run: async ({ caller }, { credits }) => ({ body: await credits.usage(caller) }),
})

const statistics = route({
  name: 'statistics',
  method: 'GET',
  path: '/v2/statistics',
  access: 'key',
  tag: 'account',
  summary: 'Statistics',
  description:
    "The account's calls over time; of a key with scopes, its own. Free; must be enabled on the account.",
  params: object({
    from: optional(
      text('2026-01-01', {
        description:
          'First day (UTC); by default 29 days before `to`. By hour also a moment; then by default the last 24 hours.',
      }),
    ),
    to: optional(
      text('2026-01-31', {
        description: 'Last day (UTC), included; by default today. By hour also a moment.',
      }),
    ),
    group_by: optional(
      text('day', {
        description: `What a series item stands for: one or two of ${statisticsGroups.join(', ')}, joined by a comma; by default day.`,
      }),
    ),
  }),
  replies: {
    200: {
      description: 'The statistics',
      schema: object(
        {
          period: object({ from: text('2026-01-01'), to: text('2026-01-31') }),
          totals: object(totals),
          series: list(
            object({
              day: optional(text('2026-01-01')),
              hour: optional(text('2026-01-01T10:00:00Z')),
              provider: optional(nullable(text('site', { description: 'Null where nobody was asked.' }))),
              form: optional(nullable(text('json', { description: 'Null where nothing was read.' }))),
              endpoint: optional(text('/v2/usage')),
              key: optional(text('main')),
              status: optional(integer(200)),
              ...totals,
            }),
          ),
        },
        named('Statistics'),
      ),
    },
  },
  refusals: [],
  example: { params: { from: '2026-01-01', to: '2026-01-31', group_by: 'day' } },
  permit({ statisticsEnabled }) {
    if (!statisticsEnabled) throw new Refusal('forbidden')
  },
  async run({ caller, params: { from, to, group_by: groups } }, { credits }) {
    const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    const of = { accountId: caller.accountId, ...toKeyFilter(caller) }
    const { series, ...head } = await credits.statistics({ ...of, ...period, groupBy: readGroups(groups) })
    const items = mapLazily(series, (item) => JSON.stringify(item))
    const pause = loopTurns.pacer(caller.accountId)
    return { text: await encodePaced(jsonWithList(head, 'series', items), pause) }
  },
})

function readGroups(given: string | undefined): GroupBy[] {
  const names = (given ?? 'day').split(',').map((name) => name.trim())
  const known = statisticsGroups.filter((name) => names.includes(name))
  if (known.length !== names.length || names.length > 2)
    throw invalidParameter('group_by', `must be one or two of ${statisticsGroups.join(', ')}`)
  return names as GroupBy[]
}

export const usageRoutes = [usage, statistics]
