// The overview of the operator: the last audit of the ledger, totals, charts over time, open work, storage, and the state
// of providers and endpoints.
import type { Schemas } from '@quarry/sdk'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import {
  formatBytes,
  formatClockTime,
  formatCredits,
  formatMilliseconds,
  formatMoment,
  formatNumber,
  formatPercent,
  t,
} from '../text.ts'
import {
  Badge,
  Card,
  Countdown,
  Loaded,
  OtherOutcomes,
  Problem,
  Stat,
  State,
  ViewPage,
} from '../ui/parts.tsx'
import { CallsLink, type SearchParams, useParams } from '../ui/search.tsx'
import { numbers, Table } from '../ui/table.tsx'
import { Activity } from './operator-activity.tsx'
import { Degraded } from './provider-alarms.tsx'
import { parseRange, RangeField, startOfLastMinutes } from './range.tsx'

const readOverview = () => quarry.request('GET', '/admin/overview')

export function OperatorOverview() {
  const [{ range: name }, setParams] = useParams()
  const range = parseRange(name ?? '24h')
  const overview = useRead(['admin', 'overview'], readOverview, { refetchInterval: 10_000 })
  return (
    <ViewPage
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
    </ViewPage>
  )
}

type OverviewTotals = Awaited<ReturnType<typeof readOverview>>['data']

function Totals({ totals }: { totals: OverviewTotals }) {
  const { accounts, active_keys: keys, last_24_hours: day, open_jobs: jobs, storage, backup } = totals
  const filters = { from: parseRange('24h').from }
  return (
    <>
      {backup && <Backup backup={backup} />}
      <div className="pairs gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-5">
        <Stat
          label={t('Calls')}
          to="/console/calls"
          search={filters}
          value={formatNumber(day.calls)}
          note={
            <CallsLink filters={filters} className="text-inherit">
              {formatCredits(day.credits)}
            </CallsLink>
          }
        />
        <Stat
          label={t('Answered')}
          to="/console/calls"
          search={{ ...filters, outcome: 'answered' }}
          value={formatNumber(day.answered)}
          note={<OtherOutcomes counts={day} filters={filters} />}
        />
        <Stat
          label={t('Active accounts')}
          to="/console/accounts"
          value={formatNumber(accounts.active)}
          note={
            <Link to="/console/accounts" className="text-inherit">
              {t('total: {0}, active keys: {1}', formatNumber(accounts.total), formatNumber(keys))}
            </Link>
          }
        />
        <Stat
          label={t('Open jobs')}
          to="/console/jobs"
          search={{ tab: 'jobs' }}
          value={formatNumber(jobs.queued + jobs.running)}
          note={<Queue totals={totals} />}
        />
        <Stat
          label={t('Database')}
          to="/console/settings"
          value={formatBytes(storage.database_bytes)}
          note={<Disk storage={storage} />}
        />
      </div>
    </>
  )
}

/** Open work by kind, each with a link to its list. */
function Queue({ totals }: { totals: OverviewTotals }) {
  const { open_jobs: jobs, pending_deliveries: deliveries } = totals
  const link = (search: SearchParams, text: string) => (
    <Link to="/console/jobs" search={search as never} className="text-inherit">
      {text}
    </Link>
  )
  return (
    <>
      {link({ tab: 'jobs', state: 'queued' }, t('queued: {0}', formatNumber(jobs.queued)))},{' '}
      {link({ tab: 'jobs', state: 'running' }, t('running: {0}', formatNumber(jobs.running)))},{' '}
      {link(
        { tab: 'deliveries', delivery: 'pending' },
        t('pending deliveries: {0}', formatNumber(deliveries)),
      )}
    </>
  )
}

function Disk({ storage }: { storage: Schemas['Overview']['storage'] }) {
  const { disk_bytes: all, disk_free_bytes: free } = storage
  if (all === null || free === null) return null
  return (
    <Link to="/console/settings" className={free / all < 0.1 ? 'text-red' : 'text-inherit'}>
      {t('disk: {0} of {1} free', formatBytes(free), formatBytes(all))}
    </Link>
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
          : t('last good backup: {0}, {1}', formatMoment(last), formatBytes(size ?? 0))}
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
              <EndpointRow key={endpoint.path} endpoint={endpoint} />
            ))}
          </Table>
        )}
      </Loaded>
    </Card>
  )
}

function EndpointRow({ endpoint }: { endpoint: Schemas['Status']['endpoints'][number] }) {
  const { path, status, failure_share: failed, p50_ms: p50, p95_ms: p95 } = endpoint
  const hasLookups = p50 !== null
  // Without lookups, narrow screens show only the state.
  const column = `text-right whitespace-nowrap ${hasLookups ? '' : 'only-wide'}`
  const filters = { endpoint: path, from: startOfLastMinutes(10) }
  const link = (text: string, more = {}) =>
    hasLookups ? (
      <CallsLink filters={{ ...filters, ...more }} className="text-ink">
        {text}
      </CallsLink>
    ) : (
      '–'
    )
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
      <td className={column}>{link(formatPercent(failed), { outcome: 'failed' })}</td>
      <td className={column}>{link(formatMilliseconds(p50))}</td>
      <td className={column}>{link(formatMilliseconds(p95))}</td>
    </tr>
  )
}

/** The result of the last audit. */
function LedgerAudit() {
  const { data, error, refetch } = useRead(['admin', 'audit'], () => quarry.request('GET', '/admin/audit'), {
    refetchInterval: ({ state }) => (state.data?.running ? 1_000 : 30_000),
  })
  if (error) return <Problem error={error} retry={() => void refetch()} />
  const { at = null, ms = null, balanced = null, differences = [] } = data ?? {}
  return (
    <div role="status" className="mb-4 min-h-7 text-[0.93rem]">
      <Badge kind={balanced === null ? '' : balanced ? 'good' : 'bad'}>
        {balanced === null
          ? at === null
            ? t('The ledger is being audited')
            : t('The audit did not finish')
          : balanced
            ? t('The ledger balances')
            : t('The ledger does not balance')}
      </Badge>{' '}
      {at !== null && ms !== null && (
        <span className="quiet text-sm">
          {t('audited {0}, in {1} ms', formatClockTime(at), formatNumber(ms))}
        </span>
      )}
      {differences.length > 0 && (
        <ul className="card mt-2 !border-red px-[1.1rem] py-3 text-sm">
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Provider = Schemas['ProviderState']

/** The health of each provider at a glance: state, lookups, failures, and how long it is paused. */
function ProviderHealth() {
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
              <ProviderRow key={provider.name} provider={provider} />
            ))}
          </Table>
        )}
      </Loaded>
    </Card>
  )
}

function ProviderRow({ provider: { name, endpoints, rest_until: pausedUntil } }: { provider: Provider }) {
  const lookups = endpoints.reduce((sum, endpoint) => sum + endpoint.recent_calls, 0)
  const failed = endpoints.reduce((sum, endpoint) => sum + endpoint.recent_calls * endpoint.failure_share, 0)
  const slowest = Math.max(...endpoints.map((endpoint) => endpoint.p95_ms ?? -1))
  const isDegraded = endpoints.some(({ status }) => status === 'degraded')
  const link = (text: string, filters = {}) => (
    <CallsLink filters={{ provider: name, from: startOfLastMinutes(10), ...filters }} className="text-ink">
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
      <td className="text-right">{link(formatNumber(lookups))}</td>
      <td className="text-right">
        {lookups === 0 ? '–' : link(formatPercent(failed / lookups), { outcome: 'failed' })}
      </td>
      <td className="text-right whitespace-nowrap">
        {slowest < 0 ? '–' : link(formatMilliseconds(slowest))}
      </td>
      <td>
        {pausedUntil ? (
          <Link to="/console/providers" className="text-ink">
            <Countdown key={pausedUntil} until={pausedUntil} over={t('now')} />
          </Link>
        ) : (
          '–'
        )}
      </td>
    </tr>
  )
}
