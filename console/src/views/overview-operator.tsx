// The overview of the operator: totals of the last day, open work, and the state of each endpoint.
import type { Schemas } from '@quarry/sdk'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { credits, milliseconds, moment, number, percent, t } from '../text.ts'
import { numbers, Table } from '../ui/more.tsx'
import { Badge, Card, Loaded, OtherOutcomes, Page, Stat, State } from '../ui/parts.tsx'
import { useRead } from '../use-read.ts'
import { Degraded } from './degraded.tsx'
import { LedgerAudit } from './ledger-audit.tsx'

export function OperatorOverview() {
  const overview = useRead(['admin', 'overview'], () => quarry.request('GET', '/admin/overview'), {
    refetchInterval: 10_000,
  })
  return (
    <Page title={t('Overview')} note={t('The whole service, the last 24 hours')}>
      <LedgerAudit />
      <Degraded />
      <Loaded query={overview}>
        {({
          accounts,
          active_keys: keys,
          last_24_hours: day,
          open_jobs: jobs,
          pending_deliveries: pending,
          backup,
        }) => (
          <>
            {backup && <Backup backup={backup} />}
            <div className="pairs gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
              <Stat label={t('Calls')} value={number(day.calls)} note={credits(day.credits)} />
              <Stat
                label={t('Answered')}
                value={number(day.answered)}
                note={<OtherOutcomes counts={day} />}
              />
              <Stat
                label={t('Active accounts')}
                value={number(accounts.active)}
                note={t('total: {0}, active keys: {1}', number(accounts.total), number(keys))}
              />
              <Stat
                label={t('Open jobs')}
                value={number(jobs.queued + jobs.running)}
                note={t('running: {0}, pending deliveries: {1}', number(jobs.running), number(pending))}
              />
            </div>
          </>
        )}
      </Loaded>
      <Endpoints />
    </Page>
  )
}

function Backup({ backup }: { backup: NonNullable<Schemas['Overview']['backup']> }) {
  const { last_success: last, bytes: size, overdue, failures, error } = backup
  return (
    <p className="mb-4 text-[0.93rem]">
      <Badge kind={overdue ? 'bad' : failures > 0 ? 'warn' : last === null ? '' : 'good'}>
        {overdue ? t('Backup overdue') : failures > 0 ? t('Last backup failed') : t('Backups on')}
      </Badge>{' '}
      <span className="quiet text-sm">
        {last === null
          ? t('no backup yet')
          : t(
              'last good backup: {0}, {1}',
              moment(last),
              `${number(Math.ceil((size ?? 0) / 100_000) / 10)} MB`,
            )}
        {error !== null && `; ${error}`}
      </span>
    </p>
  )
}

function Endpoints() {
  const status = useRead(['admin', 'status.json'], () => quarry.request('GET', '/status.json'), {
    refetchInterval: 10_000,
  })
  return (
    <Card title={t('Endpoints, the last ten minutes')} className="mt-4">
      <Loaded query={status} rows={8}>
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
      </Loaded>
    </Card>
  )
}

function Row({ endpoint }: { endpoint: Schemas['Status']['endpoints'][number] }) {
  const { path, status, failure_share: failed, p50_ms: p50, p95_ms: p95 } = endpoint
  const hasLookups = p50 !== null
  // Without lookups, narrow screens show only the state.
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
      <td className={column}>{milliseconds(p50)}</td>
      <td className={column}>{milliseconds(p95)}</td>
    </tr>
  )
}
