// The providers: state, remaining rate limits, alarms, and unreadable pages.
import type { Schemas } from '@quarry/sdk'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import { formatMilliseconds, formatMoment, formatNumber, formatPercent, t } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { Badge, Card, Empty, Loaded, State, ViewPage } from '../ui/parts.tsx'
import { useParams } from '../ui/search.tsx'
import { numbers, Table } from '../ui/table.tsx'
import { DiagnosticPages } from './diagnostic-pages.tsx'
import { Alarms } from './provider-alarms.tsx'

type Provider = Schemas['ProviderState']
type EndpointState = Provider['endpoints'][number]
type OnPages = (endpoint: string, provider: string) => void

export function View() {
  const [search, setSearch] = useParams()
  const providers = useRead(['admin', 'providers'], () => quarry.request('GET', '/admin/providers'), {
    refetchInterval: 10_000,
  })
  const onPages: OnPages = (endpoint, provider) => setSearch({ pages_of: endpoint, provider })
  return (
    <ViewPage title={t('Providers')} note={t('Measured over the last ten minutes')}>
      <Loaded query={providers} rows={8}>
        {(data) =>
          data.providers.length === 0 ? (
            <Empty title={t('No providers are configured')} />
          ) : (
            <div className="space-y-4">
              {data.providers.map((provider) => (
                <ProviderCard key={provider.name} provider={provider} onPages={onPages} />
              ))}
            </div>
          )
        }
      </Loaded>
      {search.pages_of && search.provider && (
        <DiagnosticPages
          endpoint={search.pages_of}
          provider={search.provider}
          page={search.page}
          onPick={(page) => setSearch({ page })}
          onClose={() => setSearch({ pages_of: undefined, provider: undefined, page: undefined })}
        />
      )}
    </ViewPage>
  )
}

function ProviderCard({ provider, onPages }: { provider: Provider; onPages: OnPages }) {
  const { name, licence, credit, pace_left: left, rest_until: pausedUntil, endpoints } = provider
  return (
    <Card
      title={
        <>
          {name} {licence && <Badge>{licence}</Badge>}
        </>
      }
      aside={
        <Link to="/console/calls" search={{ provider: name } as never} className="text-sm">
          {t('Calls')}
        </Link>
      }
    >
      {credit && <p className="quiet text-sm">{credit}</p>}
      <RateLeft left={left} />
      {pausedUntil && <Pause until={pausedUntil} />}
      {endpoints.some(isFailing) && <Failing />}
      {endpoints.map(({ path, alarms }) => (
        <Alarms key={path} path={path} alarms={alarms} />
      ))}
      <Table
        label={name}
        isDense
        heads={[
          t('Endpoint'),
          t('State'),
          numbers(t('Order')),
          numbers(t('Price')),
          numbers(t('Lookups')),
          numbers(t('Failed')),
          numbers('p50'),
          numbers('p95'),
          numbers(t('Unreadable pages')),
        ]}
      >
        {endpoints.map((endpoint) => (
          <Row key={endpoint.path} endpoint={endpoint} onPages={() => onPages(endpoint.path, name)} />
        ))}
      </Table>
    </Card>
  )
}

/** An endpoint with changed data is degraded too; its alarm says so. */
const isFailing = ({ status, alarms }: EndpointState) => status === 'degraded' && alarms.length === 0

/** Why a provider is not called now. */
const Pause = ({ until }: { until: string }) => (
  <p className="mb-2 text-sm">
    <Badge kind="warn">{t('Resting until {0}', formatMoment(until))}</Badge>{' '}
    {t(
      'It answered 429. Calls get upstream_paced with Retry-After; the next provider is used where there is one.',
    )}
  </p>
)

const Failing = () => (
  <p className="mb-2 text-sm">
    {t(
      'It fails too often. Open its unreadable pages and calls, run quarry probe, or put another provider first.',
    )}
  </p>
)

function Row({ endpoint, onPages }: { endpoint: EndpointState; onPages: () => void }) {
  const pages = endpoint.failing_pages + endpoint.partly_read_pages
  return (
    <tr>
      <td className="mono">{endpoint.path}</td>
      <td>
        <State state={endpoint.status} />
      </td>
      <td className="text-right">{endpoint.place}</td>
      <td className="text-right">{formatNumber(endpoint.price)}</td>
      <td className="text-right">{formatNumber(endpoint.recent_calls)}</td>
      <td className="text-right">
        {endpoint.recent_calls > 0 ? formatPercent(endpoint.failure_share) : '–'}
      </td>
      <td className="text-right whitespace-nowrap">{formatMilliseconds(endpoint.p50_ms)}</td>
      <td className="text-right whitespace-nowrap">{formatMilliseconds(endpoint.p95_ms)}</td>
      <td className="text-right">
        {pages === 0 ? (
          '0'
        ) : (
          <Button
            look="small"
            aria-label={t('Unreadable pages of {1}: {0}', formatNumber(pages), endpoint.path)}
            onClick={onPages}
          >
            {formatNumber(endpoint.failing_pages)}
            {endpoint.partly_read_pages > 0 && ` + ${formatNumber(endpoint.partly_read_pages)}`}
          </Button>
        )}
      </td>
    </tr>
  )
}

function RateLeft({ left }: { left: Provider['pace_left'] }) {
  const bounded = (['second', 'minute', 'day', 'month'] as const).flatMap((name) =>
    left[name] === null ? [] : [`${formatNumber(left[name])} ${t(`this ${name}`)}`],
  )
  if (bounded.length === 0) return null
  return <p className="quiet mb-2 text-sm">{t('Requests left: {0}', bounded.join(', '))}</p>
}
