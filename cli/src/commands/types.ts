// `quarry types` prints the types of the server's lookups, for programs that use the SDK.
import type { Command } from 'commander'
import { readCatalogue } from '../catalogue.ts'
import { formatTypes } from '../format-types.ts'
import { write } from '../output.ts'
import { openPublicClient } from '../profile.ts'

export const addTypes = (program: Command): void =>
  void program
    .command('types')
    .description('print TypeScript types of the lookups: quarry types > quarry.d.ts; needs no key')
    .action(async () => write(formatTypes(await readCatalogue(openPublicClient()), 'the server')))
