// The command line: `quarry <command>`. Each command has its help; errors are one line on stderr and exit code 1,
// a wrong use exit code 2.

import { audit } from './commands/audit.ts'
import { extract } from './commands/extract.ts'
import { migrateCommand } from './commands/migrate.ts'
import { probe, probeHelp } from './commands/probe.ts'
import { replay, replayHelp } from './commands/replay.ts'
import { listSources } from './commands/sources.ts'
import { UsageError } from './commands/usage-error.ts'
import { ConfigError } from './config.ts'
import { serve } from './main.ts'

type Command = { help: string; run: (args: readonly string[]) => Promise<number> }

const commands: Record<string, Command> = {
  serve: {
    help: 'quarry serve\n\nStarts the server. Settings come from the environment; see docs/operating.md.',
    async run(args) {
      if (args.length > 0) throw new UsageError(`serve takes no arguments, but got ${args[0]}`)
      await serve()
      return 0
    },
  },
  migrate: {
    help: 'quarry migrate\n\nBrings the database to the schema of this version and says what was applied.',
    run: migrateCommand,
  },
  audit: {
    help: 'quarry audit\n\nHolds the ledger against balances, holds and the request log.\nExit code 1 on any difference.',
    run: audit,
  },
  sources: {
    help: 'quarry sources\n\nLists every endpoint with its hosts, price and shipped status.',
    run: listSources,
  },
  extract: {
    help: 'quarry extract <source/endpoint> --page FILE --url URL\n\nRuns an extractor over a saved page and prints the record, or the reason there is none.\nURL is the address the page was saved from, on the site of the source.',
    run: extract,
  },
  replay: { help: replayHelp, run: replay },
  probe: { help: probeHelp, run: probe },
}

const overview = `quarry <command>

  serve     start the server
  migrate   bring the database up to date
  audit     check the books
  sources   list sources and endpoints
  extract   run an extractor over a saved page
  replay    read the pages of the archive again and tell what is different
  probe     ask each configured provider one live question, and tell what came

quarry <command> --help tells more.`

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(`${overview}\n`)
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageError(`there is no command ${JSON.stringify(name)}; try quarry --help`)
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(`${command.help}\n`)
    return 0
  }
  return command.run(rest)
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
