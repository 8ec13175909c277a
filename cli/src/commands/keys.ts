// `quarry keys`: the keys of an account, for a key that may manage them.
import type { Command } from 'commander'
import { callRoute } from '../call-route.ts'
import { readDocument } from '../catalogue.ts'
import { chooseFormat, type FormatOptions, printOne, printRows, type Row, say } from '../output.ts'
import { openClient } from '../profile.ts'
import { withFormats } from './formats.ts'

export const keyColumns = ['id', 'alias', 'active', 'category', 'expires', 'scopes', 'permissions']

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('the keys of the account; needs a key that may manage them')
  withFormats(keys.command('list', { isDefault: true }))
    .description('all of them, without secrets')
    .action(async (options: FormatOptions) => {
      const { data } = await openClient().request('GET', '/v2/keys')
      printRows(data.keys as Row[], keyColumns, chooseFormat(options))
    })
  withFormats(keys.command('create'))
    .description('make one: quarry keys create alias=reports; the secret is shown this once')
    .argument('<key=value...>', 'alias, and what else is wanted')
    .action((pairs: string[], options: FormatOptions) => send('post', '/v2/keys', {}, pairs, options))
  withFormats(keys.command('change'))
    .description('change one: quarry keys change <id> active=false')
    .argument('<id>')
    .argument('<key=value...>')
    .action((id: string, pairs: string[], options: FormatOptions) =>
      send('patch', '/v2/keys/{id}', { id }, pairs, options),
    )
  withFormats(keys.command('rotate'))
    .description('give one a new secret: quarry keys rotate <id> grace_seconds=3600')
    .argument('<id>')
    .argument('[key=value...]')
    .action((id: string, pairs: string[], options: FormatOptions) =>
      send('post', '/v2/keys/{id}/rotate', { id }, pairs, options),
    )
}

async function send(
  method: string,
  path: string,
  values: Record<string, string>,
  pairs: string[],
  options: FormatOptions,
): Promise<void> {
  const quarry = openClient()
  const data = await callRoute(quarry, await readDocument(quarry), { method, path, values, pairs })
  printOne(data, chooseFormat(options))
  if (typeof data === 'object' && data !== null && 'secret' in data) say('The secret is shown this once.')
}
