// How the commands are used: reads their arguments, and the texts of `quarry --help` and `quarry <command> --help`.
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** A command is used wrongly: exit code 2 and one line on stderr. */
export class UsageError extends Error {
  readonly kind = 'usage'
}

export function parseOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

export const overview = `quarry <command>

  serve         start the server
  migrate       bring the database up to date
  audit         check the ledger
  backup        save the database to a file while the server runs
  restore       load a backup into an empty database
  console-link  print links that open the console signed in
  sources       list sources and endpoints
  fetch-page    fetch a page as the server does and print it as JSON
  extract       extract a record from a saved page
  replay        read the archived pages again and report differences
  probe         call each configured provider once and report the fields

Run quarry <command> --help for details.`

export const helpTexts = {
  serve: `quarry serve

Starts the server. Settings come from the environment; see docs/operating.md.`,
  migrate: `quarry migrate

Brings the database to the schema of this version and lists what was applied.`,
  audit: `quarry audit

Compares the ledger with the balances, periods, holds, quotas, counters, jobs, batches and the request log.
Exit code 1 on any difference.`,
  backup: `quarry backup <file|-> [--with-archive] [--passphrase-file FILE]
quarry backup --verify <file> [--passphrase-file FILE]

Saves accounts, keys, ledger, log, jobs, watches, webhooks and counters in one consistent snapshot. The server may run.
"-" writes to standard output. The file has secrets: only its owner may read it.

--with-archive     also saves the page archive of the data folder
--passphrase-file  encrypts the file with the first line of FILE; the program age can open it too
--verify           reads a backup, checks every checksum and compares its ledger with its balances, without a database.
                   Exit code 1 if the file cannot be used or the ledger differs.`,
  restore: `quarry restore <file> [--passphrase-file FILE]

Loads a backup into a new data folder, or into the empty database at DATABASE_URL (PostgreSQL 14 or newer).
Checks the whole file before it writes. Releases the holds of calls; open jobs continue. Runs the audit at the end.
A restore that was interrupted continues when you run it again.
Exit code 1 if nothing was restored, or if the audit found a difference.`,
  'console-link': `quarry console-link

Prints links that open the console signed in: as the operator and, if it exists, as the account demo.
Each link works once, within ten minutes. Run this with the settings of the server: database, data folder, address.`,
  sources: `quarry sources

Lists every endpoint with its price, status and providers.`,
  'fetch-page': `quarry fetch-page <url> [--allow-private]

Fetches a page under robots.txt and the limits of the server, and prints its address, status, headers and body as JSON.
Private addresses, http: and other ports are refused unless --allow-private is set for a site of your own.
quarry source capture saves such a page as a fixture.`,
  extract: `quarry extract <source/endpoint> --page FILE --url URL [--provider NAME]

Extracts the record from a saved page and prints it, or the reason why there is none.
URL is the address that the page was saved from, on the site of the source.`,
  replay: `quarry replay [--endpoint <source/endpoint>] [--provider NAME] [--since WHEN] [--sample N]
              [--from DIR] [--markdown FILE]

Reads the archived pages again and reports lost, changed and new values, field by field.
Exit code 1 if anything is lost.

WHEN is a date or a time (2026-01-31, 2026-01-31T12:00:00Z) or an age (36h, 2d). N is the maximum number of lookups,
spread evenly. DIR is another archive, or a folder of saved pages: <name>.page with <name>.json {"url": …}, and
<name>.record.json with the expected record, if known. FILE receives a report in Markdown.`,
  probe: `quarry probe [provider] [--compare] [--record DIR]

Calls each configured provider, or the named one, once for each of its endpoints, with the example of the provider or
of the endpoint. Reports the fields, and ends with a table: reachable, answered, fields filled, licence, time and what
to do. It costs no credits, but counts against the provider's rate limit. The answers are stored, redacted, in the data
folder under probe/<provider>/, or in DIR. Exit code 1 if a provider failed or none could be reached.

--compare reports the fields that the stored answers have and the new ones lack; exit code 1 if there are any. The
stored answers stay until a probe without --compare, or one without lost fields.`,
}
