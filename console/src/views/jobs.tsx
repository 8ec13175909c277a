// Jobs and batches of the account, or of all accounts for the operator: the tabs, the list of jobs, and one job.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quarry } from '../api.ts'
import { usePages, useRead } from '../requests.ts'
import { useSignedIn } from '../session.ts'
import { formatCredits, formatMoment, formatNumber, t } from '../text.ts'
import { Button, readForm, SelectField, TextButton, TextField } from '../ui/controls.tsx'
import { Tree } from '../ui/json.tsx'
import { Card, Dialog, Loaded, State, ViewPage } from '../ui/parts.tsx'
import { useParams } from '../ui/search.tsx'
import { More, numbers, Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { BatchDetail, BatchList } from './batches.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { type BatchStart, NewBatchDialog } from './new-batch.tsx'

/** The tabs by their name in the URL. */
const tabNames = ['batches', 'jobs', 'deliveries']

export function View() {
  const isOperator = useSignedIn().role === 'operator'
  const [search, setSearch] = useParams()
  const [making, setMaking] = useState<'file' | BatchStart | null>(null)
  return (
    <ViewPage
      title={t('Jobs and batches')}
      note={t('Lookups that run in the background')}
      actions={
        !isOperator && (
          <Button look="main" onClick={() => setMaking('file')}>
            {t('New batch from CSV')}
          </Button>
        )
      }
    >
      <Card flush>
        <Tabs
          label={t('Jobs and batches')}
          start={Math.max(0, tabNames.indexOf(search.tab ?? ''))}
          tabs={[
            {
              name: t('Batches'),
              content: () => <BatchList isOperator={isOperator} onPick={(batch) => setSearch({ batch })} />,
            },
            {
              name: t('Jobs'),
              content: () => <JobList isOperator={isOperator} onPick={(job) => setSearch({ job })} />,
            },
            ...(isOperator ? [{ name: t('Deliveries'), content: () => <DeliveryList /> }] : []),
          ]}
        />
      </Card>
      {making && (
        <NewBatchDialog
          {...(making === 'file' ? {} : { initial: making })}
          onClose={() => setMaking(null)}
          onMade={(batch) => {
            setMaking(null)
            setSearch({ batch })
          }}
        />
      )}
      {search.batch && !isOperator && !making && (
        <BatchDetail
          key={search.batch}
          id={search.batch}
          onClose={() => setSearch({ batch: undefined })}
          onAgain={setMaking}
        />
      )}
      {search.job && !isOperator && (
        <JobDetail key={search.job} id={search.job} onClose={() => setSearch({ job: undefined })} />
      )}
    </ViewPage>
  )
}

/** Newest first. */
function JobList({ isOperator, onPick }: { isOperator: boolean; onPick: (id: string) => void }) {
  const [search] = useParams()
  const state = parseJobState(search.state)
  const { account } = search
  const filters = isOperator ? { ...(state ? { state } : {}), ...(account ? { account } : {}) } : {}
  const query = usePages(
    ['jobs', isOperator, filters],
    (cursor) =>
      isOperator
        ? quarry.request('GET', '/admin/jobs', { query: { ...filters, ...cursor } })
        : quarry.request('GET', '/v2/jobs', { query: cursor }),
    5_000,
  )
  return (
    <>
      {isOperator && <JobQueue />}
      <More
        query={query}
        getItems={({ jobs }) => jobs}
        empty={Object.keys(filters).length > 0 ? t('Nothing matches these filters.') : t('No jobs yet')}
      >
        {(jobs) => (
          <Table
            label={t('Jobs')}
            heads={[
              t('Started'),
              ...(isOperator ? [t('Account')] : []),
              t('Endpoint'),
              t('State'),
              t('Status'),
              t('Error'),
              numbers(t('Credits')),
            ]}
          >
            {jobs.map((job) => (
              <tr key={job.job_id}>
                <td className="whitespace-nowrap">
                  {isOperator ? (
                    formatMoment(job.created_at)
                  ) : (
                    <TextButton onClick={() => onPick(job.job_id)}>{formatMoment(job.created_at)}</TextButton>
                  )}
                </td>
                {isOperator && <td>{(job as { account?: string }).account}</td>}
                <td className="mono">{job.endpoint}</td>
                <td>
                  <State state={job.status} />
                </td>
                <td>{job.status_code ?? '–'}</td>
                <td className="quiet">{job.error}</td>
                <td className="text-right">{formatNumber(job.credits)}</td>
              </tr>
            ))}
          </Table>
        )}
      </More>
    </>
  )
}

const jobStates = ['queued', 'running', 'completed', 'failed'] as const
type JobState = (typeof jobStates)[number]

const parseJobState = (text: string | undefined): JobState | undefined =>
  jobStates.find((state) => state === text)

/** The filters of the job list and the numbers of open jobs, for the operator. */
function JobQueue() {
  const [{ state, account }, setSearch] = useParams()
  const overview = useRead(['admin', 'overview'], () => quarry.request('GET', '/admin/overview'), {
    refetchInterval: 5_000,
  })
  const open = overview.data?.open_jobs
  return (
    <form
      className="mb-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setSearch({ account: readForm(event.currentTarget)('account') || undefined })
      }}
    >
      <SelectField
        label={t('State')}
        value={parseJobState(state) ?? ''}
        onChange={(value) => setSearch({ state: value || undefined })}
      >
        <option value="">{t('All states')}</option>
        {jobStates.map((name) => (
          <option key={name} value={name}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      <TextField key={account} label={t('Account')} name="account" defaultValue={account ?? ''} />
      <Button type="submit">{t('Filter')}</Button>
      <p role="status" className="quiet pb-2 text-sm">
        {open && t('{0} waiting, {1} running', formatNumber(open.queued), formatNumber(open.running))}
      </p>
    </form>
  )
}

/** The state of a job, and its record when it is done. */
function JobDetail({ id, onClose }: { id: string; onClose: () => void }) {
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
              <span className="quiet">{formatMoment(data.created_at)}</span>
              <span>{formatCredits(data.credits)}</span>
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
