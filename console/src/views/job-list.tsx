// Jobs, newest first.

import { quarry } from '../api.ts'
import { moment, number, t } from '../text.ts'
import { TextButton } from '../ui/controls.tsx'
import { More, numbers, Table } from '../ui/more.tsx'
import { State } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { usePages } from '../use-read.ts'
import { JobQueue, parseState } from './job-queue.tsx'

export function JobList({ isOperator, onPick }: { isOperator: boolean; onPick: (id: string) => void }) {
  const [search] = useParams()
  const state = parseState(search.state)
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
                    moment(job.created_at)
                  ) : (
                    <TextButton onClick={() => onPick(job.job_id)}>{moment(job.created_at)}</TextButton>
                  )}
                </td>
                {isOperator && <td>{(job as { account?: string }).account}</td>}
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
