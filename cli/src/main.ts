// The commands by name, and the function that runs one. Errors become one line on stderr and an exit code; stdout has
// only data.
import { Command, CommanderError } from 'commander'
import about from '../package.json' with { type: 'json' }
import { type CommandName, commandNames } from './command-names.ts'
import { addBatch } from './commands/batch.ts'
import { addCall, addCalls, addJobs } from './commands/calls.ts'
import { addCompletion } from './commands/completion.ts'
import { addDocs } from './commands/docs.ts'
import { addGet } from './commands/get.ts'
import { addListen } from './commands/listen.ts'
import { addLogin, addLogout, addProfiles } from './commands/login.ts'
import { addMcp } from './commands/mcp.ts'
import { addAdmin, addKeys } from './commands/route-commands.ts'
import { addSource } from './commands/source.ts'
import { addProviders, addStatus } from './commands/status.ts'
import { addTypes } from './commands/types.ts'
import { addStats, addUsage } from './commands/usage.ts'
import { addWatch } from './commands/watch.ts'
import { formatFailure, toExitCode } from './failure.ts'
import { chooseProfile } from './profile.ts'

const commands: Record<CommandName, (program: Command) => void> = {
  login: addLogin,
  logout: addLogout,
  profiles: addProfiles,
  get: addGet,
  batch: addBatch,
  usage: addUsage,
  stats: addStats,
  calls: addCalls,
  call: addCall,
  jobs: addJobs,
  watch: addWatch,
  listen: addListen,
  keys: addKeys,
  status: addStatus,
  providers: addProviders,
  docs: addDocs,
  types: addTypes,
  source: addSource,
  admin: addAdmin,
  mcp: addMcp,
  completion: addCompletion,
}

const purpose = 'Client of a Quarry server: records, batches, usage and keys.'
const rules = `
Configure the server with quarry login, or with QUARRY_URL and QUARRY_KEY (QUARRY_ADMIN_TOKEN for quarry admin).
Exit codes: 0 success, 1 unexpected error, 2 wrong usage or parameter, 3 not found, 4 key or permission, 5 credits, quota
or budget, 6 the source failed, 7 the server is busy or not reachable, 8 lines of a batch failed, 130 Ctrl-C.
`

/** `more` is appended to the help: the commands of the server. */
export async function main(args: readonly string[], more = ''): Promise<void> {
  // A reader that stops early, as in `quarry calls | head`, is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const program = new Command('quarry').description(purpose).addHelpText('after', rules + more)
  // Options after the name of a command belong to that command, even if its group has them too.
  program
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  program
    .version(about.version, '-V, --version', 'print the version')
    .option('--profile <name>', 'use the profile that "quarry --profile <name> login" stored')
    .hook('preAction', (command) => {
      const { profile } = command.opts<{ profile?: string }>()
      if (profile !== undefined) chooseProfile(profile)
    })
  for (const name of commandNames) commands[name](program)
  try {
    if (args.length === 0) {
      process.stdout.write(program.helpInformation() + rules + more)
      process.exitCode = 2
      return
    }
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return
    process.exitCode = toExitCode(error)
    process.stderr.write(`quarry: ${formatFailure(error)}\n`)
  }
}
