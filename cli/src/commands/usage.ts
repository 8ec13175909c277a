// `quarry usage` shows credits and limits, `quarry stats` the calls over time.
import type { Command } from 'commander'
import {
  bold,
  chooseFormat,
  type FormatOptions,
  printOne,
  printRows,
  type Row,
  withFormats,
  write,
} from '../output.ts'
import { openClient } from '../profile.ts'
import { sparkline } from '../text.ts'

export const addUsage = (program: Command): void =>
  void withFormats(program.command('usage'))
    .description('show credits, limits and the quotas of the key')
    .action(async (options: FormatOptions) => {
      printOne((await openClient().request('GET', '/v2/usage')).data, options)
    })

type StatsOptions = FormatOptions & { from?: string; to?: string; groupBy: string }

export const addStats = (program: Command): void =>
  void withFormats(program.command('stats'))
    .description('show calls over time, with sparklines')
    .option('--from <day>', 'first day (UTC); by default 29 days before the last')
    .option('--to <day>', 'last day (UTC), included; by default today')
    .option('--group-by <what>', 'day, hour, endpoint, key, status, provider or form, or two of them', 'day')
    .action(stats)

const totals = ['calls', 'credits', 'answered', 'no_match', 'refused', 'failed', 'p50_ms', 'p95_ms'] as const

async function stats({ from, to, groupBy, ...options }: StatsOptions): Promise<void> {
  const format = chooseFormat(options)
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}), group_by: groupBy }
  const { data } = await openClient().request('GET', '/v2/statistics', { query })
  if (format === 'json') return printOne(data, options)
  const rows = data.series as Row[]
  const columns = [...groupBy.split(',').map((name) => name.trim()), ...totals]
  if (format === 'csv' || !/^(?:day|hour)$/.test(groupBy)) return printRows(rows, columns, options)
  write(`${data.period.from} to ${data.period.to}\n`)
  for (const name of totals) {
    const total = data.totals[name]
    const line = sparkline(rows.map((row) => (typeof row[name] === 'number' ? row[name] : null)))
    write(`${bold(name.padEnd(8))} ${String(total ?? '–').padStart(9)}  ${line}\n`)
  }
}
