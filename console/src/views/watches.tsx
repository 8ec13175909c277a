// The watches of the account: the list, and dialogs for one watch and for a new one.
import type { Schemas } from '@quarry/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quarry } from '../api.ts'
import { usePages, useWork } from '../requests.ts'
import { formatMoment, formatNumber, t } from '../text.ts'
import { Button, TextButton } from '../ui/controls.tsx'
import { Card, Problem, State, ViewPage } from '../ui/parts.tsx'
import { type SearchParams, useParams } from '../ui/search.tsx'
import { actions, More, numbers, Table } from '../ui/table.tsx'
import { formatInterval, NewWatchDialog, type WatchStart } from './new-watch.tsx'
import { describeParams, WatchDetail } from './watch-detail.tsx'

/** Clears every parameter of the URL. */
const clearAll = (search: SearchParams): SearchParams =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))

/** The lookup of a new watch from the parameters of a link, if there is one. */
const readStart = ({ watch: _, endpoint, ...texts }: SearchParams): WatchStart | null =>
  endpoint ? { path: endpoint, texts: texts as WatchStart['texts'] } : null

export function View() {
  const queries = useQueryClient()
  const [search, setSearch] = useParams()
  const [initial, setInitial] = useState(readStart(search))
  const [isMaking, setMaking] = useState(initial !== null)
  const { problem, isBusy, work } = useWork()
  const query = usePages(
    ['watches'],
    (cursor) => quarry.request('GET', '/v2/watches', { query: { limit: 50, ...cursor } }),
    10_000,
  )
  const toggle = (id: string, isActive: boolean) =>
    work(async () => {
      await (isActive ? quarry.watches.pause(id) : quarry.watches.resume(id))
      await queries.invalidateQueries({ queryKey: ['watches'] })
    })
  const endMaking = (watch?: string) => {
    setMaking(false)
    setInitial(null)
    setSearch({ ...clearAll(search), watch })
  }
  return (
    <ViewPage
      title={t('Watches')}
      note={t('Scheduled lookups that report changes')}
      actions={
        <Button look="main" onClick={() => setMaking(true)}>
          {t('New watch')}
        </Button>
      }
    >
      {problem !== null && <Problem error={problem} />}
      <Card>
        <More
          query={query}
          getItems={({ watches }) => watches}
          empty={t('No watches yet. Create one to follow a record.')}
        >
          {(watches) => (
            <WatchTable
              watches={watches}
              isBusy={isBusy}
              onOpen={(watch) => setSearch({ watch })}
              onToggle={toggle}
            />
          )}
        </More>
      </Card>
      {isMaking && (
        <NewWatchDialog {...(initial ? { initial } : {})} onClose={() => endMaking()} onMade={endMaking} />
      )}
      {search.watch && (
        <WatchDetail key={search.watch} id={search.watch} onClose={() => setSearch({ watch: undefined })} />
      )}
    </ViewPage>
  )
}

type WatchTableProps = {
  watches: readonly Schemas['Watch'][]
  isBusy: boolean
  onOpen: (id: string) => void
  onToggle: (id: string, isActive: boolean) => Promise<void>
}

const WatchTable = ({ watches, isBusy, onOpen, onToggle }: WatchTableProps) => (
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
          <TextButton look="block max-w-full truncate" onClick={() => onOpen(watch.watch_id)}>
            {describeParams(watch.params) || watch.endpoint}
          </TextButton>
          <span className="mono quiet block truncate">{watch.endpoint}</span>
        </td>
        <td>
          <State state={watch.status} />
        </td>
        <td className="whitespace-nowrap">{formatInterval(watch.every)}</td>
        <td className="quiet whitespace-nowrap">{watch.next_at ? formatMoment(watch.next_at) : '–'}</td>
        <td className="text-right">{formatNumber(watch.runs)}</td>
        <td className="text-right">{formatNumber(watch.changes)}</td>
        <td className="text-right">
          {watch.status !== 'ended' && (
            <Button
              look="small"
              disabled={isBusy}
              onClick={() => void onToggle(watch.watch_id, watch.status === 'active')}
            >
              {watch.status === 'active' ? t('Pause') : t('Resume')}
            </Button>
          )}
        </td>
      </tr>
    ))}
  </Table>
)
