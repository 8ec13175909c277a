// `quarry calls` lists or follows the calls of an account, and `quarry call` shows the receipt of one. `quarry jobs` lists
// its jobs, or shows, awaits or cancels one.
import type { Command } from 'commander'
import type { QuarryEvent, Schemas } from '../../../sdk/src/index.ts'
import { UsageError } from '../failure.ts'
import { untilInterrupted } from '../interrupt.ts'
import {
  chooseFormat,
  csvText,
  type FormatOptions,
  jsonText,
  printOne,
  printRows,
  takeFirst,
  withFormats,
  write,
  writeUntrusted,
} from '../output.ts'
import { openClient } from '../profile.ts'
import { plain } from '../text.ts'

type LoggedCall = Schemas['LoggedCall']
type Filters = {
  from?: string
  to?: string
  endpoint?: string
  status?: string
  outcome?: string
  reason?: string
  key?: string
  provider?: string
  text?: string
}
type CallOptions = FormatOptions & Filters & { limit: string; follow?: boolean }

export const addCalls = (program: Command): void =>
  void withFormats(program.command('calls'))
    .description('list the calls of the account, newest first')
    .option('-f, --follow', 'print new calls as they happen, one per line')
    .option('--from <moment>', 'calls since this day (UTC) or time with time zone')
    .option('--to <moment>', 'calls before this time, or up to the end of this day')
    .option('--endpoint <name>', 'calls of this endpoint')
    .option('--status <code>', 'calls with this status')
    .option('--outcome <name>', 'calls with this outcome: answered, no_match, refused or failed')
    .option('--reason <word>', 'calls with this reason')
    .option('--key <alias>', 'calls of this key, by alias or id')
    .option('--provider <name>', 'calls answered by this provider')
    .option('--text <text>', 'calls with this text in their parameters')
    .option('--limit <number>', 'maximum number of calls', '50')
    .action(calls)

const callColumns = [
  'at',
  'endpoint',
  'recorded_status',
  'outcome',
  'reason',
  'credits',
  'ms',
  'provider',
  'request_id',
]

async function calls({ follow, limit, json, csv, ...filters }: CallOptions): Promise<void> {
  const format: FormatOptions = { ...(json ? { json } : {}), ...(csv ? { csv } : {}) }
  const max = parseCount('--limit', limit)
  if (follow) return followCalls(toQuery(filters), format)
  const query = { ...toQuery(filters), limit: Math.min(max, 1000) } as { limit: number }
  printRows(await takeFirst(openClient().list('/v2/calls', query), max), callColumns, format)
}

export function parseCount(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new UsageError(`${name} must be a whole number above 0`)
  return Number(text)
}

function toQuery({ endpoint, status, ...others }: Filters): Record<string, string | number> {
  return {
    ...(others as Record<string, string>),
    ...(endpoint === undefined ? {} : { endpoint: endpoint.startsWith('/') ? endpoint : `/v2/${endpoint}` }),
    ...(status === undefined ? {} : { status: parseCount('--status', status) }),
  }
}

/** The event stream has no filters, so events are filtered here. */
async function followCalls(query: Record<string, string | number>, options: FormatOptions): Promise<void> {
  const { from, to, ...filters } = query
  if (from !== undefined || to !== undefined)
    throw new UsageError('--from and --to cannot be used with --follow')
  const format = chooseFormat(options)
  let isFirst = true
  await untilInterrupted(async (signal) => {
    for await (const event of openClient().events({ signal })) {
      if (!isSelected(event, filters)) continue
      const call = event.data as LoggedCall
      if (format === 'json') write(`${jsonText(call)}\n`)
      else if (format === 'csv')
        writeUntrusted(isFirst ? csvText([call]) : csvText([call]).replace(/^.*?\r\n/, ''))
      else write(`${formatCall(call)}\n`)
      isFirst = false
    }
  })
}

function isSelected(event: QuarryEvent, { text, status, key, ...same }: Record<string, unknown>): boolean {
  if (event.type !== 'call') return false
  const call = event.data as LoggedCall & Record<string, unknown>
  if (text !== undefined && !(call.params ?? '').includes(String(text))) return false
  if (status !== undefined && call.recorded_status !== status) return false
  if (key !== undefined && call.key_id !== key && call.key !== key) return false
  return Object.entries(same).every(([name, value]) => call[name] === value)
}

const formatCall = (call: LoggedCall): string =>
  plain(
    [
      call.at,
      String(call.recorded_status),
      call.outcome,
      call.endpoint,
      `${call.credits} cr`,
      `${call.ms ?? '–'} ms`,
      call.reason ?? call.provider ?? '',
      call.params ?? '',
    ].join('  '),
  ).trimEnd()

export const addCall = (program: Command): void =>
  void withFormats(program.command('call'))
    .description('show the receipt of a call: hold, charge, provider and all entries of the ledger')
    .argument('<id>', 'request id of the call')
    .action(async (id: string, options: FormatOptions) => {
      const { data } = await openClient().request('GET', '/v2/calls/{request_id}', {
        path: { request_id: id },
      })
      if (chooseFormat(options) !== 'table') return printOne(data, options)
      const { ledger, calls: rows, ...receipt } = data
      printOne(receipt, options)
      write('\nLedger\n')
      printRows(ledger, ['at', 'fund', 'entry', 'credits'], options)
      if (rows.length > 1) {
        write('\nCalls\n')
        printRows(rows, callColumns, options)
      }
    })

type JobOptions = FormatOptions & { state?: string; limit: string; wait?: boolean; cancel?: boolean }

export const addJobs = (program: Command): void =>
  void withFormats(program.command('jobs'))
    .description('list the jobs of the account, or show one')
    .argument('[id]', 'job to show, as JSON with its result')
    .option('--state <state>', 'queued, running, completed or failed')
    .option('--limit <number>', 'maximum number of jobs', '50')
    .option('--wait', 'wait until the job has ended')
    .option('--cancel', 'cancel the job if it has not started')
    .action(jobs)

const jobColumns = ['created_at', 'endpoint', 'status', 'status_code', 'credits', 'error', 'job_id']

async function jobs(id: string | undefined, options: JobOptions): Promise<void> {
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
  printRows(await takeFirst(quarry.list('/v2/jobs', query), max), jobColumns, options)
}
