// `quarry jobs`: the jobs of an account; with an id one of them, waited for or cancelled.
import type { Command } from 'commander'
import { UsageError } from '../failure.ts'
import { chooseFormat, type FormatOptions, jsonText, printRows, type Row, write } from '../output.ts'
import { openClient } from '../profile.ts'
import { wholeNumber } from './calls.ts'
import { withFormats } from './formats.ts'

type Options = FormatOptions & { state?: string; limit: string; wait?: boolean; cancel?: boolean }

export const addJobs = (program: Command): void =>
  void withFormats(program.command('jobs'))
    .description('the jobs of the account, or one of them')
    .argument('[id]', 'of one job: its state and result, as JSON')
    .option('--state <state>', 'only queued, running, completed or failed ones')
    .option('--limit <number>', 'how many at most', '50')
    .option('--wait', 'wait for its end')
    .option('--cancel', 'cancel it, if it has not started')
    .action(jobs)

const columns = ['created_at', 'endpoint', 'status', 'status_code', 'credits', 'error', 'job_id']

async function jobs(id: string | undefined, options: Options): Promise<void> {
  const quarry = openClient()
  const { state, limit: given, wait, cancel } = options
  if (id !== undefined) {
    const job = quarry.resumeJob(id)
    // The reason it failed is in its state, which is what was asked for.
    if (wait) await job.wait().catch(() => {})
    const data = cancel ? await job.cancel() : await job.state()
    return write(`${jsonText(data, options.json ? undefined : 2)}\n`)
  }
  if (wait || cancel) throw new UsageError('--wait and --cancel are for one job')
  const limit = wholeNumber('--limit', given)
  const rows: Row[] = []
  const query = { limit: Math.min(limit, 100), ...(state === undefined ? {} : { state: state as 'queued' }) }
  for await (const job of quarry.list('/v2/jobs', query)) {
    rows.push(job)
    if (rows.length >= limit) break
  }
  printRows(rows, columns, chooseFormat(options))
}
