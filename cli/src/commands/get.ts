// `quarry get`: one record. The record goes to stdout as JSON, what it cost and who answered to stderr.
import type { Command } from 'commander'
import type { Meta, Quarry, Result } from '../../../sdk/src/index.ts'
import { findLookup, type LookupInfo, readCatalogue } from '../catalogue.ts'
import { csvText, type FormatOptions, jsonText, type Row, say, write, writeUntrusted } from '../output.ts'
import { openClient } from '../profile.ts'
import { readPairs } from '../read-values.ts'
import { withFormats } from './formats.ts'

type Options = FormatOptions & { quiet?: boolean }

export const addGet = (program: Command): void =>
  void withFormats(program.command('get'))
    .description('one record: quarry get ticketing/event query=1000000000017')
    .argument('<endpoint>', 'path without /v2/; quarry docs lists them')
    .argument('[key=value...]', 'its parameters')
    .option('-q, --quiet', 'nothing on stderr about cost and provider')
    .action(get)

async function get(endpoint: string, pairs: string[], options: Options): Promise<void> {
  const quarry = openClient()
  const lookup = findLookup(await readCatalogue(quarry), endpoint)
  const { data, meta } = await callLookup(quarry, lookup, readPairs(pairs, lookup.params))
  if (options.csv) writeUntrusted(csvText(Array.isArray(data) ? (data as Row[]) : [data as Row]))
  else if (typeof data === 'string') writeUntrusted(data)
  else write(`${jsonText(data, options.json ? undefined : 2)}\n`)
  if (!options.quiet) say(costLine(meta))
}

/** By the path that the server's document names, which may be newer than this program's types. */
function callLookup(
  quarry: Quarry,
  { method, path }: LookupInfo,
  params: Record<string, unknown>,
): Promise<Result<unknown>> {
  const request = quarry.request as (
    method: string,
    path: string,
    given: { query?: object; body?: object },
  ) => Promise<Result<unknown>>
  return request(method, path, method === 'GET' ? { query: params } : { body: params })
}

function costLine({ creditsUsed, creditsRemaining, provider, licence }: Meta): string {
  const parts = [
    `${creditsUsed} ${creditsUsed === 1 ? 'credit' : 'credits'}`,
    creditsRemaining !== null && `${creditsRemaining} left`,
    provider !== null && `answered by ${provider}${licence === null ? '' : ` (${licence})`}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}
