// Who answers, how well, what is left of the pace that each allows, what is no longer as it was, and the pages that could
// not be read.
import type { Schemas } from '@quarry/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { number, percent, t } from '../text.ts'
import { numbers, Table } from '../ui/more.tsx'
import { Badge, Card, Empty, Page, Shown, State } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { KeptPages } from './kept-pages.tsx'
import { Alarms } from './provider-alarms.tsx'

type Provider = Schemas['ProviderState']
type OfEndpoint = Provider['endpoints'][number]
type OnPages = (endpoint: string, provider: string) => void

export function View() {
  const [search, setSearch] = useParams()
  const providers = useQuery({
    queryKey: ['admin', 'providers'],
    queryFn: async () => (await quarry.request('GET', '/admin/providers')).data,
    refetchInterval: 10_000,
  })
  const onPages: OnPages = (endpoint, provider) => setSearch({ pages_of: endpoint, provider })
  return (
    <Page title={t('Providers')} note={t('Measured over the last ten minutes')}>
      <Shown query={providers} rows={8}>
        {(data) =>
          data.providers.length === 0 ? (
            <Empty title={t('Nobody is asked')} />
          ) : (
            <div className="space-y-4">
              {data.providers.map((provider) => (
                <One key={provider.name} provider={provider} onPages={onPages} />
              ))}
            </div>
          )
        }
      </Shown>
      {search.pages_of && search.provider && (
        <KeptPages
          endpoint={search.pages_of}
          provider={search.provider}
          page={search.page}
          onPick={(page) => setSearch({ page })}
          onClose={() => setSearch({ pages_of: undefined, provider: undefined, page: undefined })}
        />
      )}
    </Page>
  )
}

function One({ provider, onPages }: { provider: Provider; onPages: OnPages }) {
  const { name, licence, credit, pace_left: pace, endpoints } = provider
  return (
    <Card
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
      {endpoints.map(({ path, alarms }) => (
        <Alarms key={path} path={path} alarms={alarms} />
      ))}
      <Table
        label={name}
        isDense
        heads={[
          t('Endpoint'),
          t('State'),
          numbers(t('Place')),
          numbers(t('Price')),
          numbers(t('Lookups')),
          numbers(t('Failed')),
          numbers('p50'),
          numbers('p95'),
          numbers(t('Failing pages')),
        ]}
      >
        {endpoints.map((one) => (
          <Row key={one.path} one={one} onPages={() => onPages(one.path, name)} />
        ))}
      </Table>
    </Card>
  )
}

const time = (ms: number | null) => (ms === null ? '–' : `${number(ms)} ms`)

function Row({ one, onPages }: { one: OfEndpoint; onPages: () => void }) {
  const pages = one.failing_pages + one.partly_read_pages
  return (
    <tr>
      <td className="mono">{one.path}</td>
      <td>
        <State state={one.status} />
      </td>
      <td className="text-right">{one.place}</td>
      <td className="text-right">{number(one.price)}</td>
      <td className="text-right">{number(one.recent_calls)}</td>
      <td className="text-right">{one.recent_calls > 0 ? percent(one.failure_share) : '–'}</td>
      <td className="text-right whitespace-nowrap">{time(one.p50_ms)}</td>
      <td className="text-right whitespace-nowrap">{time(one.p95_ms)}</td>
      <td className="text-right">
        {pages === 0 ? (
          '0'
        ) : (
          <button
            type="button"
            className="button small"
            aria-label={t('{0} pages of {1} that could not be read', number(pages), one.path)}
            onClick={onPages}
          >
            {number(one.failing_pages)}
            {one.partly_read_pages > 0 && ` + ${number(one.partly_read_pages)}`}
          </button>
        )}
      </td>
    </tr>
  )
}

function Pace({ pace }: { pace: Provider['pace_left'] }) {
  const bounded = (['second', 'minute', 'day', 'month'] as const).flatMap((name) =>
    pace[name] === null ? [] : [`${number(pace[name])} ${t(`this ${name}`)}`],
  )
  if (bounded.length === 0) return null
  return <p className="quiet mb-2 text-sm">{t('May still be asked: {0}', bounded.join(', '))}</p>
}
