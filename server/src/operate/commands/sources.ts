// `quarry sources`: lists the endpoints with price, status and providers.

import { listProviderNames, toLiveSite } from '../../lookups/sources/configure-endpoints.ts'
import { loadConfiguredSources } from '../../lookups/sources/load-sources.ts'

export async function listSources(): Promise<number> {
  const { config, sources } = await loadConfiguredSources()
  const rows = sources.flatMap((source) => {
    const { hosts } = toLiveSite(source, config)
    const shown = hosts.length > 2 ? `${hosts[0]} and ${hosts.length - 1} more` : hosts.join(', ')
    return source.endpoints.map((endpoint) => [
      `${endpoint.method} ${endpoint.path}`,
      `${config.prices[endpoint.path] ?? endpoint.credits} cr`,
      listProviderNames(config, endpoint).length === 0
        ? 'not_configured'
        : (config.pinnedStatus[endpoint.path] ?? endpoint.pinnedStatus ?? 'operational'),
      listProviderNames(config, endpoint)
        .map((name) => (name === 'sandbox' || name === 'site' ? `${shown} (${name})` : name))
        .join(', then ') || 'none',
    ])
  })
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  for (const row of rows)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
  return 0
}
