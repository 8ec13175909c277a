// The call log: filters from the URL, a histogram, live updates, CSV export, and a receipt for each call.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { quarry } from '../api.ts'
import { readWholeText, save } from '../download.ts'
import { useWork } from '../requests.ts'
import { useSignedIn } from '../session.ts'
import { describeOutcomes, formatMoment, type Outcomes, t, toIso, zone } from '../text.ts'
import { Chart, callSeries } from '../ui/chart.tsx'
import { Button } from '../ui/controls.tsx'
import { Card, Empty, Loaded, Problem, ViewPage } from '../ui/parts.tsx'
import { useParams } from '../ui/search.tsx'
import { CallFilterForm } from './call-filters.tsx'
import { CallList } from './call-list.tsx'
import {
  type LogFilters,
  type LoggedCall,
  readLogFilters,
  toQuery,
  useCalls,
  useTail,
} from './calls-query.ts'
import { Receipt } from './receipt.tsx'

export function View() {
  const { role, key } = useSignedIn()
  const isOperator = role === 'operator'
  const [search, setSearch] = useParams()
  const [isLive, setLive] = useState(false)
  const filters = readLogFilters(search, isOperator)
  const query = useCalls(isOperator, filters)
  const pages = query.data?.pages.flatMap(({ calls }) => calls) ?? []
  const own = key && [key.alias, key.id].includes(filters.key ?? '') ? [key.id] : []
  const keyIds = new Set([...own, filters.key ?? '', ...pages.map(({ key_id: id }) => id)])
  const tail = useTail(isLive, isOperator, filters, keyIds)
  const calls = mergeCalls(tail.calls, pages)
  const csv = useWork()
  return (
    <ViewPage
      title={isOperator ? t('All calls') : t('Calls')}
      note={`${t('Newest first')} · ${t('time zone')} ${zone}`}
      actions={
        <CallActions
          isOperator={isOperator}
          isLive={isLive}
          onLive={setLive}
          isExporting={csv.isBusy}
          onExport={() => void csv.work(() => exportCsv(filters))}
        />
      }
    >
      <CallFilterForm isOperator={isOperator} />
      {tail.problem !== null && <Problem error={tail.problem} />}
      {csv.problem !== null && <Problem error={csv.problem} />}
      <Card flush className="mt-4">
        <CallHistogram isOperator={isOperator} filters={filters} isLive={isLive} />
        <Loaded query={query} rows={10}>
          {() =>
            calls.length === 0 && !query.hasNextPage ? (
              <NoCalls isFiltered={Object.keys(filters).length > 0} />
            ) : (
              <CallList
                calls={calls}
                isOperator={isOperator}
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
                onPick={(id) => setSearch({ call: id })}
              />
            )
          }
        </Loaded>
      </Card>
      {search.call && (
        <Receipt
          key={search.call}
          id={search.call}
          isOperator={isOperator}
          onClose={() => setSearch({ call: undefined })}
        />
      )}
    </ViewPage>
  )
}

type CallActionsProps = {
  isOperator: boolean
  isLive: boolean
  onLive: (isLive: boolean) => void
  isExporting: boolean
  onExport: () => void
}

const CallActions = ({ isOperator, isLive, onLive, isExporting, onExport }: CallActionsProps) => (
  <>
    <Button aria-pressed={isLive} onClick={() => onLive(!isLive)}>
      <span aria-hidden="true" className={isLive ? 'text-accent' : 'quiet'}>
        ●
      </span>
      {isLive ? t('Live') : t('Follow live')}
    </Button>
    {!isOperator && (
      <Button disabled={isExporting} title={t('At most the newest 100,000 calls')} onClick={onExport}>
        {isExporting ? t('Exporting…') : t('Export CSV')}
      </Button>
    )}
  </>
)

const NoCalls = ({ isFiltered }: { isFiltered: boolean }) => (
  <Empty title={t('No calls')}>
    {isFiltered ? t('Nothing matches these filters.') : t('Make the first call in the playground.')}
  </Empty>
)

async function exportCsv(filters: Parameters<typeof toQuery>[0]): Promise<void> {
  const query = { ...toQuery(filters), limit: 1000, format: 'csv' as const }
  const text = await readWholeText('x-next-cursor', true, (client, cursor) =>
    client.request('GET', '/v2/calls', {
      query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
      as: 'text',
    }),
  )
  save('calls.csv', 'text/csv', text)
}

function mergeCalls(latest: readonly LoggedCall[], pages: readonly LoggedCall[]): LoggedCall[] {
  const shownKeys = new Set(pages.map(toRowKey))
  return [...latest.filter((call) => !shownKeys.has(toRowKey(call))), ...pages]
}

/** A job has two rows with the same id. */
const toRowKey = ({ request_id: id, recorded_status: status, at }: LoggedCall) => `${id} ${status} ${at}`

const histogramRem = 7.3
const liveMs = 5_000

type CallHistogramProps = { isOperator: boolean; filters: LogFilters; isLive: boolean }

/** Calls over time for the current filters; a click on a bar shows its calls. */
export function CallHistogram({ isOperator, filters, isLive }: CallHistogramProps) {
  const [, setSearch] = useParams()
  const query = useQuery({
    queryKey: ['call histogram', isOperator, filters],
    queryFn: async () =>
      isOperator
        ? (await quarry.request('GET', '/admin/calls/histogram', { query: toQuery(filters) })).data
        : (await quarry.request('GET', '/v2/calls/histogram', { query: toQuery(filters) })).data,
    refetchInterval: isLive ? liveMs : false,
    placeholderData: (before) => before,
  })
  const { data } = query
  const times = useMemo(() => data?.steps.map(({ at }) => Date.parse(at) / 1000) ?? [], [data])
  const series = useMemo(() => callSeries(data?.steps), [data])
  if (query.error) return <Problem error={query.error} retry={() => void query.refetch()} />
  // Has the height of the chart, so that the list below does not move.
  if (!data) return <div className="h-[9.4rem]" role="status" aria-label={t('Loading')} />
  const sum = (name: keyof Outcomes) => data.steps.reduce((all, step) => all + step[name], 0)
  const words = describeOutcomes({
    calls: sum('calls'),
    answered: sum('answered'),
    no_match: sum('no_match'),
    refused: sum('refused'),
    failed: sum('failed'),
  })
  const show = (seconds: number) =>
    setSearch({ from: toIso(seconds), to: toIso(seconds + data.step_seconds), call: undefined })
  return (
    <div className="no-print px-3 pt-3">
      <p className="numbers quiet flex min-h-[1.9rem] flex-wrap items-center gap-x-3 px-2 text-[0.82rem]">
        <span>{words}</span>
        {data.counted_from !== null && (
          <span className="text-amber">{t('counted since {0}', formatMoment(data.counted_from))}</span>
        )}
        {(filters.from || filters.to) && (
          <Button look="small" onClick={() => setSearch({ from: undefined, to: undefined })}>
            {t('All time')}
          </Button>
        )}
      </p>
      {times.length > 1 ? (
        <Chart
          label={words}
          times={times}
          series={series}
          heightRem={histogramRem}
          isDaily={data.step_seconds >= 86_400}
          onPick={show}
        />
      ) : (
        <div className="h-[7.3rem]" />
      )}
    </div>
  )
}
