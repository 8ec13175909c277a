// The service at a glance: how much there is, how the last day went, and what is waiting.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { credits, number, percent, t } from '../text.ts'
import { Card, Page, Shown, Stat, State } from '../ui/parts.tsx'
import { Books } from './books.tsx'
import { Degraded } from './degraded.tsx'

export function OperatorOverview() {
  const overview = useQuery({
    queryKey: ['admin', 'overview'],
    queryFn: async () => (await quarry.request('GET', '/admin/overview')).data,
    refetchInterval: 10_000,
  })
  return (
    <Page title={t('Overview')} note={t('The whole service, the last 24 hours')}>
      <Books />
      <Degraded />
      <Shown query={overview}>
        {({
          accounts,
          active_keys: keys,
          last_24_hours: day,
          open_jobs: jobs,
          pending_deliveries: pending,
        }) => (
          <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
            <Stat label={t('Calls')} value={number(day.calls)} note={credits(day.credits)} />
            <Stat
              label={t('Errors')}
              value={number(day.errors)}
              note={day.calls > 0 && percent(day.errors / day.calls)}
            />
            <Stat
              label={t('Active accounts')}
              value={number(accounts.active)}
              note={t('{0} in all, {1} active keys', number(accounts.total), number(keys))}
            />
            <Stat
              label={t('Open jobs')}
              value={number(jobs.queued + jobs.running)}
              note={t('{0} running, {1} deliveries pending', number(jobs.running), number(pending))}
            />
          </div>
        )}
      </Shown>
      <Endpoints />
    </Page>
  )
}

function Endpoints() {
  const status = useQuery({
    queryKey: ['admin', 'status.json'],
    queryFn: async () => (await quarry.request('GET', '/status.json')).data,
    refetchInterval: 10_000,
  })
  return (
    <Card title={t('Endpoints, the last ten minutes')} flush className="mt-4">
      <Shown query={status} rows={8}>
        {({ endpoints }) => (
          <table className="text-[0.9rem]">
            <thead>
              <tr>
                <th>{t('Endpoint')}</th>
                <th>{t('State')}</th>
                <th className="!text-right max-sm:hidden">{t('Lookups')}</th>
                <th className="!text-right max-sm:hidden">{t('Failed')}</th>
                <th className="!text-right max-sm:hidden">p50</th>
                <th className="!text-right max-sm:hidden">p95</th>
              </tr>
            </thead>
            <tbody className="numbers">
              {endpoints.map(
                ({ path, status: state, recent_calls: calls, failure_share: failed, ...times }) => (
                  <tr key={path}>
                    <td>
                      <Link
                        to="/console/calls"
                        search={{ endpoint: path } as never}
                        className="mono text-ink"
                      >
                        {path}
                      </Link>
                      {calls > 0 && (
                        <span className="quiet block text-[0.82rem] sm:hidden">
                          {t('lookups: {0}, failed: {1}', number(calls), percent(failed))}
                          {times.p95_ms !== null && ` · p95 ${number(times.p95_ms)} ms`}
                        </span>
                      )}
                    </td>
                    <td>
                      <State state={state} />
                    </td>
                    <td className="text-right max-sm:hidden">{number(calls)}</td>
                    <td className="text-right max-sm:hidden">{calls > 0 ? percent(failed) : '–'}</td>
                    <td className="text-right whitespace-nowrap max-sm:hidden">
                      {times.p50_ms === null ? '–' : `${number(times.p50_ms)} ms`}
                    </td>
                    <td className="text-right whitespace-nowrap max-sm:hidden">
                      {times.p95_ms === null ? '–' : `${number(times.p95_ms)} ms`}
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        )}
      </Shown>
    </Card>
  )
}
