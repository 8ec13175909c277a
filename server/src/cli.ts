// The command line: `quarry <command>`. Each command has its help; errors are one line on stderr and exit code 1,
// a wrong use exit code 2.
import { helpTexts, overview } from './commands/help.ts'
import { UsageError } from './commands/usage-error.ts'
import { ConfigError } from './config.ts'

type Run = (args: readonly string[]) => Promise<number>

/** Each is loaded when it is asked for: the whole server takes a second, and help needs none of it. */
const commands: Record<keyof typeof helpTexts, Run> = {
  async serve(args) {
    if (args.length > 0) throw new UsageError(`serve takes no arguments, but got ${args[0]}`)
    await (await import('./main.ts')).serve()
    return 0
  },
  migrate: async (args) => (await import('./commands/migrate.ts')).migrateCommand(args),
  audit: async (args) => (await import('./commands/audit.ts')).audit(args),
  'console-link': async (args) => (await import('./commands/console-link.ts')).consoleLink(args),
  sources: async (args) => (await import('./commands/sources.ts')).listSources(args),
  extract: async (args) => (await import('./commands/extract.ts')).extract(args),
  replay: async (args) => (await import('./commands/replay.ts')).replay(args),
  probe: async (args) => (await import('./commands/probe.ts')).probe(args),
}
const isCommand = (name: string): name is keyof typeof helpTexts => Object.hasOwn(helpTexts, name)

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(`${overview}\n`)
    return name === undefined ? 2 : 0
  }
  if (!isCommand(name)) throw new UsageError(`there is no command ${JSON.stringify(name)}; try quarry --help`)
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(`${helpTexts[name]}\n`)
    return 0
  }
  return commands[name](rest)
}

// Whoever reads our output may stop reading: `quarry extract … | head` is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  // A bad configuration may have several faults, one line each; anything else is one line.
  const lines =
    error instanceof ConfigError
      ? message.split('\n')
      : [
          message
            .split('\n')
            .map((line) => line.trim())
            .join(' '),
        ]
  for (const line of lines) process.stderr.write(`quarry: ${line}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
