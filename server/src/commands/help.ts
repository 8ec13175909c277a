// What `quarry --help` and `quarry <command> --help` say.

export const overview = `quarry <command>

  serve         start the server
  migrate       bring the database up to date
  audit         check the books
  console-link  print links that open the console signed in
  sources       list sources and endpoints
  extract       run an extractor over a saved page
  replay        read the pages of the archive again and tell what is different
  probe         ask each configured provider one live question, and tell what came

quarry <command> --help tells more.`

export const helpTexts = {
  serve: `quarry serve

Starts the server. Settings come from the environment; see docs/operating.md.`,
  migrate: `quarry migrate

Brings the database to the schema of this version and says what was applied.`,
  audit: `quarry audit

Holds the ledger against balances, holds and the request log.
Exit code 1 on any difference.`,
  'console-link': `quarry console-link

Prints links that open the console signed in: as the operator and, where it exists, as the account demo.
Each signs in once, within ten minutes. The settings must be those of the server: database, data folder, address.`,
  sources: `quarry sources

Lists every endpoint with its hosts, price and shipped status.`,
  extract: `quarry extract <source/endpoint> --page FILE --url URL

Runs an extractor over a saved page and prints the record, or the reason there is none.
URL is the address the page was saved from, on the site of the source.`,
  replay: `quarry replay [--endpoint <source/endpoint>] [--provider NAME] [--since WHEN] [--sample N]
              [--from DIR] [--markdown FILE]

Reads the pages of the archive again and tells, field by field, what is lost, changed and gained against then.
Exit code 1 where anything is lost.

WHEN is a date or a time (2026-01-31, 2026-01-31T12:00:00Z), or how long ago (36h, 2d). N lookups at most, spread
evenly. DIR is another archive, or a folder of saved pages: <name>.page with <name>.json {"url": …}, and
<name>.record.json where it is known what the page gave. FILE gets a note of the run.`,
  probe: `quarry probe [provider] [--compare]

Asks each configured provider, or the one that is named, one live question for each of its endpoints: its own example,
or the endpoint's. Tells which fields came, how long it took, and what was refused or failed. It costs no credits, but
counts in the provider's pace. The answers are laid into the data folder, under probe/<provider>/.
Exit code 1 where a provider failed.

--compare holds the answers against the last ones and tells which fields vanished; exit code 1 then. The last ones stay
until a probe without --compare, or one that lacks nothing.`,
}
