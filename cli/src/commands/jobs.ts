// `quarry jobs` lists the jobs of an account, or shows, awaits or cancels one.
import type { Command } from 'commander'
import { UsageError } from '../failure.ts'
import { type FormatOptions, jsonText, printRows, takeFirst, withFormats, write } from '../output.ts'
import { openClient } from '../profile.ts'
import { parseCount } from './calls.ts'

type Options = FormatOptions & { state?: string; limit: string; wait?: boolean; cancel?: boolean }

export const addJobs = (program: Command): void =>
  void withFormats(program.command('jobs'))
    .description('list the jobs of the account, or show one')
    .argument('[id]', 'job to show, as JSON with its result')
    .option('--state <state>', 'queued, running, completed or failed')
    .option('--limit <number>', 'maximum number of jobs', '50')
    .option('--wait', 'wait until the job has ended')
    .option('--cancel', 'cancel the job if it has not started')
    .action(jobs)

const columns = ['created_at', 'endpoint', 'status', 'status_code', 'credits', 'error', 'job_id']

async function jobs(id: string | undefined, options: Options): Promise<void> {
  const quarry = openClient()
  const { state, limit, wait, cancel } = options
  if (id !== undefined) {
    const job = quarry.resumeJob(id)
    // The state below includes the reason of a failure.
    if (wait) await job.wait().catch(() => {})
    const data = cancel ? await job.cancel() : await job.state()
    return write(`${jsonText(data, options.json ? undefined : 2)}\n`)
  }
  if (wait || cancel) throw new UsageError('--wait and --cancel need the id of a job')
  const max = parseCount('--limit', limit)
  const query = { limit: Math.min(max, 100), ...(state === undefined ? {} : { state: state as 'queued' }) }
  printRows(await takeFirst(quarry.list('/v2/jobs', query), max), columns, options)
}
