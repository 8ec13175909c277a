// The health of each provider at a glance: state, lookups, failures, and how long it rests.
import type { Schemas } from '@quarry/sdk'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { milliseconds, number, percent, t } from '../text.ts'
import { CallsLink } from '../ui/calls-link.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { numbers, Table } from '../ui/more.tsx'
import { Card, Loaded, State } from '../ui/parts.tsx'
import { useRead } from '../use-read.ts'
import { readLastMinutes } from './range.ts'

type Provider = Schemas['ProviderState']

export function ProviderHealth() {
  const providers = useRead(['admin', 'providers'], () => quarry.request('GET', '/admin/providers'), {
    refetchInterval: 10_000,
  })
  return (
    <Card
      title={t('Providers, the last ten minutes')}
      className="mt-4"
      aside={<Link to="/console/providers">{t('Details')}</Link>}
    >
      <Loaded query={providers} rows={3}>
        {(data) => (
          <Table
            label={t('Providers, the last ten minutes')}
            isDense
            heads={[
              t('Provider'),
              t('State'),
              numbers(t('Lookups')),
              numbers(t('Failed')),
              numbers('p95'),
              t('Rest'),
            ]}
          >
            {data.providers.map((provider) => (
              <Row key={provider.name} provider={provider} />
            ))}
          </Table>
        )}
      </Loaded>
    </Card>
  )
}

function Row({ provider: { name, endpoints, rest_until: restUntil } }: { provider: Provider }) {
  const lookups = endpoints.reduce((sum, endpoint) => sum + endpoint.recent_calls, 0)
  const failed = endpoints.reduce((sum, endpoint) => sum + endpoint.recent_calls * endpoint.failure_share, 0)
  const slowest = Math.max(...endpoints.map((endpoint) => endpoint.p95_ms ?? -1))
  const isDegraded = endpoints.some(({ status }) => status === 'degraded')
  const link = (text: string, filters = {}) => (
    <CallsLink filters={{ provider: name, from: readLastMinutes(10), ...filters }} className="text-ink">
      {text}
    </CallsLink>
  )
  return (
    <tr>
      <td>
        <CallsLink filters={{ provider: name }} className="text-ink">
          {name}
        </CallsLink>
      </td>
      <td>
        <State state={isDegraded ? 'degraded' : 'operational'} />
      </td>
      <td className="text-right">{link(number(lookups))}</td>
      <td className="text-right">
        {lookups === 0 ? '–' : link(percent(failed / lookups), { outcome: 'failed' })}
      </td>
      <td className="text-right whitespace-nowrap">{slowest < 0 ? '–' : link(milliseconds(slowest))}</td>
      <td>
        {restUntil ? (
          <Link to="/console/providers" className="text-ink">
            <Countdown key={restUntil} until={restUntil} over={t('now')} />
          </Link>
        ) : (
          '–'
        )}
      </td>
    </tr>
  )
}
