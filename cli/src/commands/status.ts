// `quarry status` shows the health of the endpoints, `quarry providers` that of the providers.
import type { Command } from 'commander'
import { chooseFormat, type FormatOptions, printRows, withFormats } from '../output.ts'
import { openOperator, openPublicClient } from '../profile.ts'
import { sparkline } from '../text.ts'

export const addStatus = (program: Command): void =>
  void withFormats(program.command('status'))
    .description('show the state of each endpoint and its last 30 days; needs no key')
    .action(status)

async function status(options: FormatOptions): Promise<void> {
  const { data } = await openPublicClient().request('GET', '/v2/status')
  if (chooseFormat(options) !== 'table') return printRows(data.endpoints, [], options)
  const rows = data.endpoints.map(({ path, status: label, history }) => {
    const today = history.at(-1)
    return {
      endpoint: path.replace('/v2/', ''),
      status: label,
      'uptime, 30 days': sparkline(history.map(({ uptime }) => uptime)),
      today: today?.uptime === null || today === undefined ? null : `${(today.uptime * 100).toFixed(1)} %`,
      p50_ms: today?.p50_ms ?? null,
      p95_ms: today?.p95_ms ?? null,
    }
  })
  printRows(rows, ['endpoint', 'status', 'uptime, 30 days', 'today', 'p50_ms', 'p95_ms'], options)
}

export const addProviders = (program: Command): void =>
  void withFormats(program.command('providers'))
    .description('list the providers with state, price and licence; needs the admin token')
    .action(async (options: FormatOptions) => {
      const { data } = await openOperator().request('GET', '/admin/providers')
      const rows = data.providers.flatMap(({ endpoints, ...provider }) =>
        endpoints.map((endpoint) => ({
          provider: provider.name,
          licence: provider.licence,
          credit: provider.credit,
          ...endpoint,
        })),
      )
      const columns = [
        'provider',
        'path',
        'place',
        'price',
        'status',
        'recent_calls',
        'failure_share',
        'licence',
      ]
      printRows(rows, columns, options)
    })
