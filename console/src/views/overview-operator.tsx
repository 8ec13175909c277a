// The overview of the operator: totals, charts over time, open work, storage, and the state of providers and endpoints.
import type { Schemas } from '@quarry/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { quarry } from '../api.ts'
import { bytes, credits, milliseconds, moment, number, percent, t } from '../text.ts'
import { numbers, Table } from '../ui/more.tsx'
import { Badge, Card, Loaded, OtherOutcomes, Page, Stat, State } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { useRead } from '../use-read.ts'
import { Degraded } from './degraded.tsx'
import { LedgerAudit } from './ledger-audit.tsx'
import { Activity } from './operator-activity.tsx'
import { ProviderHealth } from './operator-providers.tsx'
import { parseRange } from './range.ts'
import { RangeField } from './range-field.tsx'

const readOverview = () => quarry.request('GET', '/admin/overview')

export function OperatorOverview() {
  const [{ range: name }, setParams] = useParams()
  const range = parseRange(name ?? '24h')
  const overview = useRead(['admin', 'overview'], readOverview, { refetchInterval: 10_000 })
  return (
    <Page
      title={t('Overview')}
      note={t('The whole service. Totals: the last 24 hours. Charts: {0}', range.label)}
      actions={<RangeField range={range} onChange={(value) => setParams({ range: value })} />}
    >
      <LedgerAudit />
      <Degraded />
      <Loaded query={overview}>{(totals) => <Totals totals={totals} />}</Loaded>
      <Activity range={range} />
      <ProviderHealth />
      <Endpoints />
    </Page>
  )
}

type OverviewTotals = Awaited<ReturnType<typeof readOverview>>['data']

function Totals({ totals }: { totals: OverviewTotals }) {
  const { accounts, active_keys: keys, last_24_hours: day, open_jobs: jobs, storage, backup } = totals
  return (
    <>
      {backup && <Backup backup={backup} />}
      <div className="pairs gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-5">
        <Stat label={<DayLink>{t('Calls')}</DayLink>} value={number(day.calls)} note={credits(day.credits)} />
        <Stat
          label={<DayLink>{t('Answered')}</DayLink>}
          value={number(day.answered)}
          note={<OtherOutcomes counts={day} />}
        />
        <Stat
          label={<Link to="/console/accounts">{t('Active accounts')}</Link>}
          value={number(accounts.active)}
          note={t('total: {0}, active keys: {1}', number(accounts.total), number(keys))}
        />
        <Stat
          label={<Link to="/console/jobs">{t('Open jobs')}</Link>}
          value={number(jobs.queued + jobs.running)}
          note={t(
            'queued: {0}, running: {1}, pending deliveries: {2}',
            number(jobs.queued),
            number(jobs.running),
            number(totals.pending_deliveries),
          )}
        />
        <Stat label={t('Database')} value={bytes(storage.database_bytes)} note={describeDisk(storage)} />
      </div>
    </>
  )
}

const dayMs = 86_400_000

/** Links to the calls of the last 24 hours. */
const DayLink = ({ children }: { children: ReactNode }) => (
  <Link to="/console/calls" search={{ from: new Date(Date.now() - dayMs).toISOString() } as never}>
    {children}
  </Link>
)

function describeDisk({ disk_bytes: all, disk_free_bytes: free }: Schemas['Overview']['storage']): ReactNode {
  if (all === null || free === null) return null
  const text = t('disk: {0} of {1} free', bytes(free), bytes(all))
  return free / all < 0.1 ? <span className="text-red">{text}</span> : text
}

function Backup({ backup }: { backup: NonNullable<Schemas['Overview']['backup']> }) {
  const { last_success: last, bytes: size, overdue, failures, error } = backup
  return (
    <p className="mb-4 text-[0.93rem]">
      <Badge kind={overdue ? 'bad' : failures > 0 ? 'warn' : last === null ? '' : 'good'}>
        {overdue ? t('Backup overdue') : failures > 0 ? t('Last backup failed') : t('Backups on')}
      </Badge>{' '}
      <span className="quiet text-sm">
        {last === null ? t('no backup yet') : t('last good backup: {0}, {1}', moment(last), bytes(size ?? 0))}
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
            {endpoints.map((endpoint) => (
              <Row key={endpoint.path} endpoint={endpoint} />
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
