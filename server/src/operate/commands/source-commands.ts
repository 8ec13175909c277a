// Commands on sources: `quarry sources` lists the endpoints, `quarry extract` extracts a record from a saved page. Neither
// needs a server, a database or the network.

import { readFile } from 'node:fs/promises'
import { createAddresses } from '@quarry/kit/addresses'
import type { Endpoint } from '@quarry/kit/endpoint'
import { Failure, isFailure } from '@quarry/kit/errors'
import { isUrl } from '@quarry/kit/is-url'
import type { Page } from '@quarry/kit/outcome'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import { Compile } from '@quarry/kit/schema'
import { anyHost, type Site, siteAt } from '@quarry/kit/site'
import type { Source } from '@quarry/kit/source'
import { listProviderNames, toLiveSite } from '../../lookups/sources/configure-endpoints.ts'
import { loadConfiguredSources, loadSources } from '../../lookups/sources/load-sources.ts'
import { isRefusal, Refusal } from '../../platform/errors.ts'
import { parseOptions, UsageError } from './command-usage.ts'

/** Lists the endpoints with price, status and providers. */
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

export async function extract(args: readonly string[]): Promise<number> {
  const { name, provider: providerName, file, url } = readArguments(args)
  const { source, endpoint } = findEndpoint((await loadSources()).sources, name)
  const site = source.hosts ? siteAt(anyHost) : siteAt(source.site, source.domains)
  allowLargeDom()
  try {
    const page = await readSavedPage(file, url, site)
    const record = extractRecord(endpoint, findProvider(endpoint, providerName), page, site)
    process.stdout.write(`${typeof record === 'string' ? record : JSON.stringify(record, null, 2)}\n`)
    return 0
  } catch (error) {
    if (!(isFailure(error) || isRefusal(error))) throw error
    process.stderr.write(`quarry: ${error.reason}: ${error.message}\n`)
    return 1
  }
}

function extractRecord(endpoint: Endpoint, provider: AnyProvider, page: Page, site: Site): unknown {
  const params = provider.paramsFromUrl?.(page.url) ?? { query: page.url }
  const query = endpoint.parse(params as never, createAddresses([{ provider, site }]))
  const outcome = provider.extract(page, query)
  if (outcome.kind === 'not_found') throw new Refusal('not_found')
  if (outcome.kind === 'page_source') return outcome.html
  const problem = Compile(endpoint.record).Errors(outcome.record)[0]
  if (problem)
    throw new Failure(
      'page_changed',
      `the record does not match its schema: ${problem.instancePath} ${problem.message}`,
    )
  for (const { list, shown, read } of outcome.lists ?? [])
    if (read < shown) process.stderr.write(`quarry: ${read} of ${shown} ${list} could be read\n`)
  return outcome.record
}

async function readSavedPage(file: string, url: string, site: Site): Promise<Page> {
  const body = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`--page ${file} cannot be read`)
  })
  const domain = site.findDomain(url)
  const start = body.trimStart().slice(0, 1)
  const contentType = start === '{' || start === '[' ? 'application/json' : 'text/html; charset=utf-8'
  return { url, status: 200, contentType, body, ...(domain === null ? {} : { domain }) }
}

function readArguments(args: readonly string[]) {
  const options = { page: { type: 'string' }, url: { type: 'string' }, provider: { type: 'string' } } as const
  const { positionals, values } = parseOptions({ args: [...args], options, allowPositionals: true })
  const [name, extra] = positionals
  const { page, url, provider = 'site' } = values
  if (name === undefined || extra !== undefined || page === undefined || url === undefined)
    throw new UsageError('usage: quarry extract <source/endpoint> --page FILE --url URL [--provider NAME]')
  if (!isUrl(url)) throw new UsageError(`--url ${url} is not a URL`)
  return { name, provider, file: page, url }
}

type AnyProvider = Endpoint['providers'][number]

function findProvider({ path, providers }: Endpoint, name: string): AnyProvider {
  const found = providers.find((provider) => provider.name === name)
  if (found) return found
  const names = providers.map((provider) => provider.name).join(', ')
  throw new UsageError(`${path} has no provider ${JSON.stringify(name)}; it has ${names}`)
}

function findEndpoint(sources: readonly Source[], name: string): { source: Source; endpoint: Endpoint } {
  for (const source of sources)
    for (const endpoint of source.endpoints) if (endpoint.path === `/v2/${name}`) return { source, endpoint }
  const names = sources.flatMap((source) => source.endpoints.map(({ path }) => path.replace('/v2/', '')))
  throw new UsageError(`there is no endpoint ${JSON.stringify(name)}; there are ${names.join(', ')}`)
}
