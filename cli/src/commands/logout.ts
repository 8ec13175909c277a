// `quarry logout` deletes stored credentials; `quarry profiles` lists what is stored, without secrets.
import type { Command } from 'commander'
import { type FormatOptions, printNotice, printRows, withFormats } from '../output.ts'
import { deleteProfiles, getProfileName, profileFile, readSavedProfiles } from '../profile.ts'

export const addLogout = (program: Command): void =>
  void program
    .command('logout')
    .description('delete the stored address, key and admin token; the key itself stays valid')
    .option('--all', 'delete all profiles')
    .action(({ all = false }: { all?: boolean }) => {
      const deleted = deleteProfiles(all)
      printNotice(
        deleted.length === 0
          ? `Nothing is stored for the profile ${getProfileName()} in ${profileFile()}.`
          : `Deleted from ${profileFile()}: ${deleted.join(', ')}.`,
      )
    })

export const addProfiles = (program: Command): void =>
  void withFormats(program.command('profiles'))
    .description('list the stored profiles; select one with --profile or QUARRY_PROFILE')
    .action((options: FormatOptions) => {
      const rows = [...readSavedProfiles()].map(([name, { url, key, adminToken }]) => ({
        name,
        selected: name === getProfileName(),
        url: url ?? null,
        key: key !== undefined,
        admin_token: adminToken !== undefined,
      }))
      printRows(rows, ['name', 'selected', 'url', 'key', 'admin_token'], options)
    })
