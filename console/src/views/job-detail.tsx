// One job: its state, and its record when it is done.
import { useQueryClient } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { credits, moment, t } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { Tree } from '../ui/json.tsx'
import { Dialog, Loaded, State } from '../ui/parts.tsx'
import { useRead } from '../use-read.ts'

export function JobDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const queries = useQueryClient()
  const job = useRead(['job', id], () => quarry.request('GET', '/jobs/{id}', { path: { id } }), {
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : 1_000),
  })
  const cancel = async () => {
    await quarry.request('DELETE', '/jobs/{id}', { path: { id } })
    await queries.invalidateQueries({ queryKey: ['job', id] })
  }
  return (
    <Dialog title={t('Job')} onClose={onClose} wide>
      <p className="mono quiet mb-2 break-all">{id}</p>
      <Loaded query={job}>
        {(data) => (
          <>
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <State state={data.status} /> <span className="mono">{data.endpoint}</span>
              <span className="quiet">{moment(data.created_at)}</span>
              <span>{credits(data.credits)}</span>
              {data.status === 'queued' && (
                <Button look="small danger" onClick={() => void cancel()}>
                  {t('Cancel')}
                </Button>
              )}
            </p>
            {data.error && <p className="mt-2 text-red">{data.error}</p>}
            {data.result !== null && data.result !== undefined && (
              <div className="tree mt-3 border-t border-line pt-3">
                <Tree value={data.result} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
