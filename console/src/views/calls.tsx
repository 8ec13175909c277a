// The request log: filtered by what stands in the address, followed live, each call with its receipt.
import { useState } from 'react'
import { quarry } from '../api.ts'
import { useSignedIn } from '../session.ts'
import { t, zone } from '../text.ts'
import { Card, Empty, Page, Problem, Shown } from '../ui/parts.tsx'
import { save } from '../ui/save.ts'
import { useParams } from '../ui/search.ts'
import { CallFilters } from './call-filters.tsx'
import { CallHistogram } from './call-histogram.tsx'
import { CallList } from './call-list.tsx'
import { filtersOf, useCalls, useTail } from './calls-query.ts'
import { Receipt } from './receipt.tsx'

export function View() {
  const isOperator = useSignedIn().role === 'operator'
  const [search, setSearch] = useParams()
  const [isLive, setLive] = useState(false)
  const filters = filtersOf(search, isOperator)
  const query = useCalls(isOperator, filters)
  const tail = useTail(isLive, isOperator, filters)
  const pages = query.data?.pages.flatMap(({ calls }) => calls) ?? []
  const known = new Set(pages.map(markOf))
  const calls = [...tail.calls.filter((call) => !known.has(markOf(call))), ...pages]

  async function exportCsv() {
    const { status, ...others } = filters
    const wanted = { ...others, ...(status === undefined ? {} : { status: Number(status) }) }
    const { data } = await quarry.request('GET', '/v2/calls', {
      query: { ...wanted, limit: 1000, format: 'csv' },
      as: 'text',
    })
    save('calls.csv', 'text/csv', data)
  }

  return (
    <Page
      title={isOperator ? t('All calls') : t('Calls')}
      note={`${t('Newest first')} · ${t('time zone')} ${zone}`}
      actions={
        <>
          <button type="button" className="button" aria-pressed={isLive} onClick={() => setLive(!isLive)}>
            <span aria-hidden="true" className={isLive ? 'text-accent' : 'quiet'}>
              ●
            </span>
            {isLive ? t('Live') : t('Follow live')}
          </button>
          {!isOperator && (
            <button type="button" className="button" onClick={() => void exportCsv()}>
              {t('Export CSV')}
            </button>
          )}
        </>
      }
    >
      <CallFilters isOperator={isOperator} />
      {tail.problem !== null && <Problem error={tail.problem} />}
      <Card flush className="mt-4">
        <Shown query={query} rows={10}>
          {() =>
            calls.length === 0 && !query.hasNextPage ? (
              <Empty title={t('No calls')}>
                {Object.keys(filters).length > 0
                  ? t('None fits these filters.')
                  : t('Make the first one in the playground.')}
              </Empty>
            ) : (
              <>
                <CallHistogram calls={calls} />
                <CallList
                  calls={calls}
                  isOperator={isOperator}
                  hasMore={query.hasNextPage}
                  isLoading={query.isFetchingNextPage}
                  onMore={() => void query.fetchNextPage()}
                  onPick={(id) => setSearch({ call: id })}
                />
              </>
            )
          }
        </Shown>
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

/** Of a job there are two rows with one id. */
const markOf = ({
  request_id: id,
  recorded_status: status,
  at,
}: {
  request_id: string
  recorded_status: number
  at: string
}) => `${id} ${status} ${at}`
