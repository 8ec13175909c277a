// The command line: `quarry <command>`. An error is one line on stderr with exit code 1; a wrong use has exit code 2.
import { hasKind } from '@quarry/kit/errors'
import { helpTexts, overview, UsageError } from '../operate/commands/command-usage.ts'

type Name = keyof typeof helpTexts
type Run = (args: readonly string[]) => Promise<number>

const loadDatabaseCommands = () => import('../operate/commands/database-commands.ts')

/** Loaded on demand: loading the whole server takes a second, and help needs none of it. */
const commands: Record<Name, Run> = {
  async serve() {
    await (await import('./main.ts')).serve()
    return 0
  },
  migrate: async () => (await loadDatabaseCommands()).runMigrate(),
  audit: async () => (await loadDatabaseCommands()).runAudit(),
  'console-link': async () => (await loadDatabaseCommands()).runConsoleLink(),
  backup: async (args) => (await import('../operate/commands/backup.ts')).backup(args),
  restore: async (args) => (await import('../operate/commands/backup.ts')).restore(args),
  sources: async () => (await import('../operate/commands/source-commands.ts')).listSources(),
  'fetch-page': async (args) => (await import('../operate/commands/fetch-one-page.ts')).fetchOnePage(args),
  extract: async (args) => (await import('../operate/commands/source-commands.ts')).extract(args),
  replay: async (args) => (await import('../operate/commands/replay.ts')).replay(args),
  probe: async (args) => (await import('../operate/commands/probe.ts')).probe(args),
}
const withArguments: readonly Name[] = ['backup', 'restore', 'fetch-page', 'extract', 'replay', 'probe']

const isCommand = (name: string): name is Name => Object.hasOwn(helpTexts, name)

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
  if (rest.length > 0 && !withArguments.includes(name))
    throw new UsageError(`${name} takes no arguments, but got ${rest[0]}`)
  return commands[name](rest)
}

// A reader that stops early, as in `quarry extract … | head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  const lines = message.split('\n').map((line) => line.trim())
  // A configuration error has one line per wrong setting; any other error is joined into one line.
  for (const line of hasKind(error, 'config') ? lines : [lines.join(' ')])
    process.stderr.write(`quarry: ${line}\n`)
  process.exit(hasKind(error, 'usage') ? 2 : 1)
}
