// From the arguments to an exit code: the commands are put together, one of them runs, and whatever goes wrong becomes
// one line on stderr. Nothing but data goes to stdout.
import { Command, CommanderError } from 'commander'
import { addCommands } from './commands/index.ts'
import { formatFailure, toExitCode } from './failure.ts'

const about = 'Records, batches, usage and keys of a Quarry server.'
const rules = `
Where the server is and who asks: quarry login, or QUARRY_URL and QUARRY_KEY (QUARRY_ADMIN_TOKEN for quarry admin).
Exit codes: 0 done, 1 unexpected, 2 wrong use or parameter, 3 not found, 4 key or permission, 5 credits, quota or
budget, 6 the source gave no record, 7 the server was not reached or is busy, 8 lines of a batch failed, 130 Ctrl-C.
`

/** `more` stands behind the help of the whole: commands that come from elsewhere. */
export async function main(args: readonly string[], more = ''): Promise<void> {
  // Whoever reads our output may stop reading: `quarry calls | head` is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const program = new Command('quarry').description(about).addHelpText('after', rules + more)
  // A command takes the options behind its name, also those that its group has, too.
  program
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  addCommands(program)
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
