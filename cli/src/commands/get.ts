// `quarry get` looks up one record: JSON on stdout, price and provider on stderr.
import type { Command } from 'commander'
import type { Meta, Quarry, Result } from '../../../sdk/src/index.ts'
import { findLookup, type LookupInfo, readCatalogue, readPairs } from '../catalogue.ts'
import {
  csvText,
  type FormatOptions,
  jsonText,
  printNotice,
  type Row,
  withFormats,
  write,
  writeUntrusted,
} from '../output.ts'
import { openClient } from '../profile.ts'
import { countText } from '../text.ts'

type Options = FormatOptions & { quiet?: boolean; fields?: string }

export const addGet = (program: Command): void =>
  void withFormats(program.command('get'))
    .description('look up one record: quarry get ticketing/event query=1000000000017')
    .argument('<endpoint>', 'path without /v2/; quarry docs lists them')
    .argument('[key=value...]', 'parameters of the lookup')
    .option('--fields <names>', 'print only these fields: name,venue.city; -description leaves one out')
    .option('-q, --quiet', 'do not print price and provider')
    .action(get)

async function get(endpoint: string, pairs: string[], options: Options): Promise<void> {
  const quarry = openClient()
  const lookup = findLookup(await readCatalogue(quarry), endpoint)
  const { data, meta } = await callLookup(
    quarry,
    lookup,
    readPairs(toPairs(pairs, lookup, options), lookup.params),
  )
  if (options.csv && typeof data !== 'string')
    writeUntrusted(csvText(Array.isArray(data) ? (data as Row[]) : [data as Row]))
  else if (typeof data === 'string') writeUntrusted(data)
  else write(`${jsonText(data, options.json ? undefined : 2)}\n`)
  if (!options.quiet) printNotice(costLine(meta))
}

/** The server formats CSV, with one row per item of a list; a server without that option sends JSON. */
function toPairs(pairs: readonly string[], { params }: LookupInfo, { csv, fields }: Options): string[] {
  const isFormatted = csv && params.some(({ name }) => name === 'format')
  return [
    ...pairs,
    ...(fields === undefined ? [] : [`fields=${fields}`]),
    ...(isFormatted ? ['format=csv'] : []),
  ]
}

/** Untyped, because the server may have endpoints that this version does not know. */
function callLookup(
  quarry: Quarry,
  { method, path }: LookupInfo,
  params: Record<string, unknown>,
): Promise<Result<unknown>> {
  const request = quarry.request as (
    method: string,
    path: string,
    params: { query?: object; body?: object },
  ) => Promise<Result<unknown>>
  return request(method, path, method === 'GET' ? { query: params } : { body: params })
}

function costLine({ creditsUsed, creditsRemaining, provider, licence }: Meta): string {
  const parts = [
    countText(creditsUsed, 'credit'),
    creditsRemaining !== null && `${creditsRemaining} left`,
    provider !== null && `provider ${provider}${licence === null ? '' : ` (${licence})`}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
