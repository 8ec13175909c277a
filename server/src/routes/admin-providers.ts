// Providers as the operator looks after them: who answers what, how well, and what is left of the pace of each.
import { integer, list, named, nullable, number, object, oneOf, text } from '@quarry/kit/schema'
import type { Pace, UpstreamApi } from '@quarry/kit/upstream-api'
import { readUsedTurns, type UsedTurns } from '../lookups/provider-turns.ts'
import { route } from './route.ts'
import { alarmWithExamples } from './shared-schemas.ts'

const left = (window: string) =>
  nullable(
    integer(14, { description: `How often it may still be asked in this ${window}; null for no bound.` }),
  )

const provider = object(
  {
    name: text('site'),
    licence: nullable(text('ODbL-1.0', { description: 'The licence of its data, where it says so.' })),
    credit: nullable(text('By its contributors', { description: 'The line to show with its data.' })),
    pace_left: object({
      second: left('second'),
      minute: left('minute'),
      day: left('day'),
      month: left('month'),
    }),
    endpoints: list(
      object({
        path: text('/v2/usage'),
        place: integer(1, { description: 'In which place it is asked, from 1.' }),
        price: integer(1, { description: 'Credits of an answer that it gives.' }),
        status: oneOf(['operational', 'degraded'], { description: 'Measured over the last ten minutes.' }),
        recent_calls: integer(12),
        failure_share: number(0.083),
        p50_ms: nullable(integer(42)),
        p95_ms: nullable(integer(180)),
        failing_pages: integer(3, {
          description: 'Pages kept for diagnosis because they could not be read.',
        }),
        partly_read_pages: integer(0, {
          description: 'Pages kept for diagnosis because some of what they show could not be read.',
        }),
        alarms: list(alarmWithExamples),
      }),
    ),
  },
  named('ProviderState'),
)

const providers = route({
  name: 'providers',
  method: 'GET',
  path: '/admin/providers',
  access: 'admin',
  tag: 'status',
  summary: 'Who answers, how well, and what is left of their pace',
  params: object({}),
  replies: {
    200: { description: 'Every provider that is asked', schema: object({ providers: list(provider) }) },
  },
  refusals: [],
  example: {},
  async run(_given, { endpoints, health, reads, diagnosis, drift }) {
    const used = new Map((await readUsedTurns(reads('operator'))).map((row) => [row.provider, row]))
    const names = [...new Set(endpoints.flatMap((one) => one.providers.map(({ name }) => name)))]
    const shown = names.map(async (name) => {
      const asked = endpoints.flatMap(({ endpoint, providers: list }) =>
        list.flatMap((one, index) => (one.name === name ? [{ endpoint, one, place: index + 1 }] : [])),
      )
      const through = asked[0]?.one.provider.api
      // Not of those requests that are to be rarer than others.
      const usual = asked.find(({ one }) => one.provider.pace === undefined) ?? asked[0]
      return {
        name,
        licence: through?.licence ?? null,
        credit: through?.credit ?? null,
        pace_left: countLeft(through, usual?.one.pace ?? {}, used.get(name)),
        endpoints: await Promise.all(
          asked.map(async ({ endpoint, one, place }) => ({
            path: endpoint.path,
            place,
            price: one.price,
            ...health.reportProvider(endpoint.path, name),
            failing_pages: await diagnosis.count('failed', endpoint.path, name),
            partly_read_pages: await diagnosis.count('partly_read', endpoint.path, name),
            alarms: drift.getAlarms(endpoint.path).filter(({ provider: of }) => of === name),
          })),
        ),
      }
    })
    return { body: { providers: await Promise.all(shown) } }
  },
})

function countLeft(through: UpstreamApi | undefined, pace: Pace, used: UsedTurns | undefined) {
  const rest = (bound: number | undefined, turns = 0) =>
    through === undefined || bound === undefined ? null : Math.max(0, bound - turns)
  return {
    second: rest(pace.perSecond, used?.second),
    minute: rest(pace.perMinute, used?.minute),
    day: rest(pace.perDay, used?.day),
    month: rest(pace.perMonth, used?.month),
  }
}

export const adminProviderRoutes = [providers]
