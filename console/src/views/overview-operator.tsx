// The service at a glance: how much there is, how the last day went, and what is waiting.
import type { Schemas } from '@quarry/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { credits, number, percent, t } from '../text.ts'
import { numbers, Table } from '../ui/more.tsx'
import { Card, Page, Shown, Stat, State } from '../ui/parts.tsx'
import { Degraded } from './degraded.tsx'
import { LedgerAudit } from './ledger-audit.tsx'

export function OperatorOverview() {
  const overview = useQuery({
    queryKey: ['admin', 'overview'],
    queryFn: async () => (await quarry.request('GET', '/admin/overview')).data,
    refetchInterval: 10_000,
  })
  return (
    <Page title={t('Overview')} note={t('The whole service, the last 24 hours')}>
      <LedgerAudit />
      <Degraded />
      <Shown query={overview}>
        {({
          accounts,
          active_keys: keys,
          last_24_hours: day,
          open_jobs: jobs,
          pending_deliveries: pending,
        }) => (
          <div className="pairs gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
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
    <Card title={t('Endpoints, the last ten minutes')} className="mt-4">
      <Shown query={status} rows={8}>
        {({ endpoints }) => (
          <Table
            label={t('Endpoints, the last ten minutes')}
            isDense
            heads={[t('Endpoint'), t('State'), numbers(t('Failed')), numbers('p50'), numbers('p95')]}
          >
            {endpoints.map((one) => (
              <Row key={one.path} endpoint={one} />
            ))}
          </Table>
        )}
      </Shown>
    </Card>
  )
}

const time = (ms: number | null) => (ms === null ? '–' : `${number(ms)} ms`)

function Row({ endpoint }: { endpoint: Schemas['Status']['endpoints'][number] }) {
  const { path, status, failure_share: failed, p50_ms: p50, p95_ms: p95 } = endpoint
  const hasLookups = p50 !== null
  // Of an endpoint without lookups a narrow screen shows the state alone.
  const column = `text-right whitespace-nowrap ${hasLookups ? '' : 'only-wide'}`
  return (
    <tr>
      <td>
        <Link to="/console/calls" search={{ endpoint: path } as never} className="mono text-ink">
          {path}
        </Link>
      </td>
      <td>
        <State state={status} />
      </td>
      <td className={column}>{hasLookups ? percent(failed) : '–'}</td>
      <td className={column}>{time(p50)}</td>
      <td className={column}>{time(p95)}</td>
    </tr>
  )
}
