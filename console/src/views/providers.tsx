// Who answers, how well, and what is left of the pace that each allows.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { number, percent, t } from '../text.ts'
import { Table } from '../ui/more.tsx'
import { Badge, Card, Empty, Page, Shown, State } from '../ui/parts.tsx'

export function View() {
  const providers = useQuery({
    queryKey: ['admin', 'providers'],
    queryFn: async () => (await quarry.request('GET', '/admin/providers')).data,
    refetchInterval: 10_000,
  })
  return (
    <Page title={t('Providers')} note={t('Measured over the last ten minutes')}>
      <Shown query={providers} rows={8}>
        {(data) =>
          data.providers.length === 0 ? (
            <Empty title={t('Nobody is asked')} />
          ) : (
            <div className="space-y-4">
              {data.providers.map(({ name, licence, credit, pace_left: pace, endpoints }) => (
                <Card
                  key={name}
                  title={
                    <>
                      {name} {licence && <Badge>{licence}</Badge>}
                    </>
                  }
                  aside={
                    <Link to="/console/calls" search={{ provider: name } as never} className="text-sm">
                      {t('Its calls')}
                    </Link>
                  }
                >
                  {credit && <p className="quiet text-sm">{credit}</p>}
                  <Pace pace={pace} />
                  <Table
                    label={name}
                    heads={[
                      t('Endpoint'),
                      t('Place'),
                      t('Price'),
                      t('State'),
                      t('Lookups'),
                      t('Failed'),
                      'p50',
                      'p95',
                      t('Failing pages'),
                    ]}
                  >
                    {endpoints.map((one) => (
                      <tr key={one.path}>
                        <td className="mono">{one.path}</td>
                        <td>{one.place}</td>
                        <td>{number(one.price)}</td>
                        <td>
                          <State state={one.status} />
                        </td>
                        <td>{number(one.recent_calls)}</td>
                        <td>{one.recent_calls > 0 ? percent(one.failure_share) : '–'}</td>
                        <td className="whitespace-nowrap">
                          {one.p50_ms === null ? '–' : `${number(one.p50_ms)} ms`}
                        </td>
                        <td className="whitespace-nowrap">
                          {one.p95_ms === null ? '–' : `${number(one.p95_ms)} ms`}
                        </td>
                        <td>
                          {one.failing_pages > 0 ? <Badge kind="warn">{one.failing_pages}</Badge> : '0'}
                        </td>
                      </tr>
                    ))}
                  </Table>
                </Card>
              ))}
            </div>
          )
        }
      </Shown>
    </Page>
  )
}

function Pace({ pace }: { pace: Record<'second' | 'minute' | 'day' | 'month', number | null> }) {
  const bounded = (['second', 'minute', 'day', 'month'] as const).flatMap((name) =>
    pace[name] === null ? [] : [`${number(pace[name])} ${t(`this ${name}`)}`],
  )
  if (bounded.length === 0) return null
  return <p className="quiet mb-2 text-sm">{t('May still be asked: {0}', bounded.join(', '))}</p>
}
