// Single jobs, newest first.
import { useInfiniteQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { moment, number, t } from '../text.ts'
import { More, numbers, paged, Table, toCursor } from '../ui/more.tsx'
import { State } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { JobQueue, parseState } from './job-queue.tsx'

export function JobList({ isOperator, onPick }: { isOperator: boolean; onPick: (id: string) => void }) {
  const [{ state: given, account }] = useParams()
  const state = parseState(given)
  const wanted = isOperator ? { ...(state ? { state } : {}), ...(account ? { account } : {}) } : {}
  const query = useInfiniteQuery({
    queryKey: ['jobs', isOperator, wanted],
    queryFn: async ({ pageParam }): Promise<{ jobs: Row[]; next_cursor: string | null }> =>
      isOperator
        ? (await quarry.request('GET', '/admin/jobs', { query: { ...wanted, ...toCursor(pageParam) } })).data
        : (await quarry.request('GET', '/v2/jobs', { query: toCursor(pageParam) })).data,
    ...paged,
    refetchInterval: 5_000,
  })
  return (
    <>
      {isOperator && <JobQueue />}
      <More
        query={query}
        getItems={({ jobs }) => jobs}
        empty={Object.keys(wanted).length > 0 ? t('None fits these filters.') : t('No jobs yet')}
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
                    moment(job.created_at)
                  ) : (
                    <button
                      type="button"
                      className="text-accent hover:underline"
                      onClick={() => onPick(job.job_id)}
                    >
                      {moment(job.created_at)}
                    </button>
                  )}
                </td>
                {isOperator && <td>{job.account}</td>}
                <td className="mono">{job.endpoint}</td>
                <td>
                  <State state={job.status} />
                </td>
                <td>{job.status_code ?? '–'}</td>
                <td className="quiet">{job.error}</td>
                <td className="text-right">{number(job.credits)}</td>
              </tr>
            ))}
          </Table>
        )}
      </More>
    </>
  )
}

type Row = {
  job_id: string
  account?: string
  endpoint: string
  status: string
  status_code: number | null
  credits: number
  error: string | null
  created_at: string
}
