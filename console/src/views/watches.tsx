// Lookups that run by themselves: which there are, how they do, and what each of them saw change.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quarry } from '../api.ts'
import { moment, number, t } from '../text.ts'
import { actions, More, numbers, paged, Table, toCursor } from '../ui/more.tsx'
import { Card, Page, Problem, State } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { useWork } from '../ui/work.ts'
import { NewWatch } from './new-watch.tsx'
import { WatchDetail } from './watch-detail.tsx'
import { describeParams, everyText } from './watch-words.ts'

export function View() {
  const queries = useQueryClient()
  const [search, setSearch] = useParams()
  const [isMaking, setMaking] = useState(false)
  const { problem, isBusy, work } = useWork()
  const query = useInfiniteQuery({
    queryKey: ['watches'],
    queryFn: async ({ pageParam }) =>
      (await quarry.request('GET', '/v2/watches', { query: { limit: 50, ...toCursor(pageParam) } })).data,
    ...paged,
    refetchInterval: 10_000,
  })
  const turn = (id: string, isActive: boolean) =>
    work(async () => {
      await (isActive ? quarry.watches.pause(id) : quarry.watches.resume(id))
      await queries.invalidateQueries({ queryKey: ['watches'] })
    })
  return (
    <Page
      title={t('Watches')}
      note={t('Lookups that run by themselves and tell what changed')}
      actions={
        <button type="button" className="button main" onClick={() => setMaking(true)}>
          {t('New watch')}
        </button>
      }
    >
      {problem !== null && <Problem error={problem} />}
      <Card>
        <More query={query} getItems={({ watches }) => watches} empty={t('Nothing is watched yet')}>
          {(watches) => (
            <Table
              label={t('Watches')}
              heads={[
                t('What'),
                t('State'),
                t('How often'),
                t('Next run'),
                numbers(t('Runs')),
                numbers(t('Changes')),
                actions(),
              ]}
            >
              {watches.map((watch) => (
                <tr key={watch.watch_id}>
                  <td className="max-w-72">
                    <button
                      type="button"
                      className="block max-w-full truncate text-left text-accent hover:underline"
                      onClick={() => setSearch({ watch: watch.watch_id })}
                    >
                      {describeParams(watch.params) || watch.endpoint}
                    </button>
                    <span className="mono quiet block truncate">{watch.endpoint}</span>
                  </td>
                  <td>
                    <State state={watch.status} />
                  </td>
                  <td className="whitespace-nowrap">{everyText(watch.every)}</td>
                  <td className="quiet whitespace-nowrap">{watch.next_at ? moment(watch.next_at) : '–'}</td>
                  <td className="text-right">{number(watch.runs)}</td>
                  <td className="text-right">{number(watch.changes)}</td>
                  <td className="text-right">
                    {watch.status !== 'ended' && (
                      <button
                        type="button"
                        className="button small"
                        disabled={isBusy}
                        onClick={() => void turn(watch.watch_id, watch.status === 'active')}
                      >
                        {watch.status === 'active' ? t('Pause') : t('Resume')}
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </More>
      </Card>
      {isMaking && (
        <NewWatch
          onClose={() => setMaking(false)}
          onMade={(watch) => {
            setMaking(false)
            setSearch({ watch })
          }}
        />
      )}
      {search.watch && (
        <WatchDetail key={search.watch} id={search.watch} onClose={() => setSearch({ watch: undefined })} />
      )}
    </Page>
  )
}
