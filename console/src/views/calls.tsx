// The call log: filters from the URL, live updates, CSV export, and a receipt for each call.
import { useState } from 'react'
import { useSignedIn } from '../session.ts'
import { t, zone } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { Card, Empty, Loaded, Page, Problem } from '../ui/parts.tsx'
import { save } from '../ui/save.ts'
import { useParams } from '../ui/search.ts'
import { useWork } from '../ui/work.ts'
import { readWholeText } from '../whole-text.ts'
import { CallFilters } from './call-filters.tsx'
import { CallHistogram } from './call-histogram.tsx'
import { CallList } from './call-list.tsx'
import { type Call, readFilters, toQuery, useCalls, useTail } from './calls-query.ts'
import { Receipt } from './receipt.tsx'

export function View() {
  const { role, key } = useSignedIn()
  const isOperator = role === 'operator'
  const [search, setSearch] = useParams()
  const [isLive, setLive] = useState(false)
  const filters = readFilters(search, isOperator)
  const query = useCalls(isOperator, filters)
  const pages = query.data?.pages.flatMap(({ calls }) => calls) ?? []
  const own = key && [key.alias, key.id].includes(filters.key ?? '') ? [key.id] : []
  const keyIds = new Set([...own, filters.key ?? '', ...pages.map(({ key_id: id }) => id)])
  const tail = useTail(isLive, isOperator, filters, keyIds)
  const calls = mergeCalls(tail.calls, pages)
  const csv = useWork()
  return (
    <Page
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
      <CallFilters isOperator={isOperator} />
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
    </Page>
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

function mergeCalls(latest: readonly Call[], pages: readonly Call[]): Call[] {
  const shownKeys = new Set(pages.map(toRowKey))
  return [...latest.filter((call) => !shownKeys.has(toRowKey(call))), ...pages]
}

/** A job has two rows with the same id. */
const toRowKey = ({ request_id: id, recorded_status: status, at }: Call) => `${id} ${status} ${at}`
