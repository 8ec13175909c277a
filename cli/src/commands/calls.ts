// `quarry calls` and `quarry call`: the log of an account's calls, as it grows too, and the receipt of one of them.
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
  write,
  writeUntrusted,
} from '../output.ts'
import { plain } from '../plain.ts'
import { openClient } from '../profile.ts'
import { withFormats } from './formats.ts'

type LoggedCall = Schemas['LoggedCall']
type Filters = {
  from?: string
  to?: string
  endpoint?: string
  status?: string
  reason?: string
  key?: string
  provider?: string
  text?: string
}
type Options = FormatOptions & Filters & { limit: string; follow?: boolean }

export const addCalls = (program: Command): void =>
  void withFormats(program.command('calls'))
    .description('the calls of the account, newest first')
    .option('-f, --follow', 'go on with those that come, one a line')
    .option('--from <moment>', 'from then on: a day (UTC), or a moment with its zone')
    .option('--to <moment>', 'before that moment; a day is included')
    .option('--endpoint <name>', 'only of this endpoint')
    .option('--status <code>', 'only with this status')
    .option('--reason <word>', 'only with this reason')
    .option('--key <alias>', 'only of this key, by alias or id')
    .option('--provider <name>', 'only answered by this provider')
    .option('--text <text>', 'only with this in their parameters')
    .option('--limit <number>', 'how many at most', '50')
    .action(calls)

const columns = ['at', 'endpoint', 'recorded_status', 'reason', 'credits', 'ms', 'provider', 'request_id']

async function calls({ follow, limit: given, json, csv, ...filters }: Options): Promise<void> {
  const limit = wholeNumber('--limit', given)
  const wanted = toQuery(filters)
  if (follow) return followCalls(wanted, { ...(json ? { json } : {}), ...(csv ? { csv } : {}) })
  const rows: LoggedCall[] = []
  const query = { ...wanted, limit: Math.min(limit, 1000) } as { limit: number }
  for await (const call of openClient().list('/v2/calls', query)) {
    rows.push(call)
    if (rows.length >= limit) break
  }
  printRows(rows, columns, chooseFormat({ ...(json ? { json } : {}), ...(csv ? { csv } : {}) }))
}

export function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new UsageError(`${name} must be a whole number above 0`)
  return Number(text)
}

function toQuery({ endpoint, status, ...others }: Filters): Record<string, string | number> {
  return {
    ...(others as Record<string, string>),
    ...(endpoint === undefined ? {} : { endpoint: endpoint.startsWith('/') ? endpoint : `/v2/${endpoint}` }),
    ...(status === undefined ? {} : { status: wholeNumber('--status', status) }),
  }
}

/** What the server filters in its list is filtered here in its stream. */
async function followCalls(wanted: Record<string, string | number>, options: FormatOptions): Promise<void> {
  const { from, to, ...filters } = wanted
  if (from !== undefined || to !== undefined)
    throw new UsageError('--from and --to are for calls that have been')
  const format = chooseFormat(options)
  let isFirst = true
  await untilInterrupted(async (signal) => {
    for await (const event of openClient().events({ signal })) {
      if (!isWanted(event, filters)) continue
      const call = event.data as LoggedCall
      if (format === 'json') write(`${jsonText(call)}\n`)
      else if (format === 'csv')
        writeUntrusted(isFirst ? csvText([call]) : csvText([call]).replace(/^.*?\r\n/, ''))
      else write(`${formatCall(call)}\n`)
      isFirst = false
    }
  })
}

function isWanted(event: QuarryEvent, { text, status, key, ...same }: Record<string, unknown>): boolean {
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
      call.endpoint,
      `${call.credits} cr`,
      `${call.ms ?? '–'} ms`,
      call.reason ?? call.provider ?? '',
      call.params ?? '',
    ].join('  '),
  ).trimEnd()

export const addCall = (program: Command): void =>
  void withFormats(program.command('call'))
    .description('the receipt of a call: what was held and charged, and who answered')
    .argument('<id>', 'its request id')
    .action(async (id: string, options: FormatOptions) => {
      const { data } = await openClient().request('GET', '/v2/calls/{request_id}', {
        path: { request_id: id },
      })
      printOne(data, chooseFormat(options))
    })
