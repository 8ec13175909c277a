// `quarry keys`: the keys of an account, for a key with the permission to manage them.
import type { Command } from 'commander'
import { openClient } from '../profile.ts'
import { addRouteCommands } from './route-command.ts'

export const keyColumns = ['id', 'alias', 'active', 'category', 'expires', 'scopes', 'permissions']

export const addKeys = (program: Command): void =>
  addRouteCommands(
    program
      .command('keys')
      .description('manage the keys of the account; needs a key with the permission "manage"'),
    { open: openClient, documentPath: '/openapi.json' },
    [
      {
        name: 'list',
        description: 'list the keys, without secrets',
        method: 'get',
        path: '/v2/keys',
        columns: keyColumns,
        isDefault: true,
      },
      {
        name: 'create',
        description: 'create a key: quarry keys create alias=reports scopes=company,ticketing',
        method: 'post',
        path: '/v2/keys',
        pairs: '<key=value...>',
        pairsHelp: 'alias, and any other value of a key',
      },
      {
        name: 'change',
        description: 'change a key: quarry keys change <id> active=false',
        method: 'patch',
        path: '/v2/keys/{id}',
        pairs: '<key=value...>',
      },
      {
        name: 'rotate',
        description: 'give a key a new secret: quarry keys rotate <id> grace_seconds=3600',
        method: 'post',
        path: '/v2/keys/{id}/rotate',
        pairs: '[key=value...]',
      },
    ],
  )
