// `quarry watch`: lookups that the server runs again and again, and what it saw change.
import type { Command } from 'commander'
import type { WatchEvent } from '../../../sdk/src/index.ts'
import { findLookup, readCatalogue } from '../catalogue.ts'
import { UsageError } from '../failure.ts'
import { meant } from '../nearest.ts'
import { chooseFormat, type FormatOptions, printOne, printRows, type Row } from '../output.ts'
import { openClient } from '../profile.ts'
import { readPairs } from '../read-values.ts'
import { toChangeRows } from '../watch-changes.ts'
import { wholeNumber } from './calls.ts'
import { withFormats } from './formats.ts'

type ListOptions = FormatOptions & { status?: string; limit: string }
type NewOptions = FormatOptions & { every: string; fields?: string; webhook?: string; until?: string }

export function addWatch(program: Command): void {
  const watch = listed(program.command('watch'))
    .description('lookups that run on a schedule, and what changed; without a command, all of them')
    .enablePositionalOptions()
    .argument('[id]', 'of one watch: the same as show')
    // A misspelt command comes with what was meant for it.
    .allowExcessArguments()
    .action((id: string | undefined, options: ListOptions) => {
      if (id === undefined) return list(options)
      if (/^[\da-f-]{36}$/i.test(id) && watch.args.length === 1) return show(id, options)
      const names = watch.commands.map((command) => command.name())
      throw new UsageError(`there is no command watch ${JSON.stringify(id)}${meant(id, names)}`)
    })
  listed(watch.command('list')).description('all of them, newest first').action(list)
  addCreate(watch)
  const ofOne = (
    name: string,
    description: string,
    run: (id: string, options: FormatOptions) => Promise<void>,
  ) => withFormats(watch.command(name)).description(description).argument('<id>').action(run)
  ofOne('show', 'when it runs next, how it did, and why it is paused', show)
  ofOne('history', 'what changed, which runs were missed and what paused it, oldest first', history)
  for (const name of ['pause', 'resume', 'delete'] as const)
    ofOne(name, `${name} it${name === 'delete' ? ', with its history' : ''}`, async (id, options) =>
      printOne((await openClient().watches[name](id)).data, chooseFormat(options)),
    )
}

const listed = (command: Command): Command =>
  withFormats(command)
    .option('--status <status>', 'only active, paused or ended ones')
    .option('--limit <number>', 'how many at most', '50')

const addCreate = (watch: Command): void =>
  void withFormats(watch.command('create'))
    .description('quarry watch create ticketing/event query=1000000000017 --every 6h --fields start_date')
    .argument('<endpoint>', 'path without /v2/; quarry docs lists them')
    .argument('[key=value...]', 'its parameters')
    .requiredOption(
      '--every <time>',
      'seconds, a time as 15m, 6h or 1d, or a cron line in UTC: "0 9 * * MON-FRI"',
    )
    .option('--fields <names>', 'only their changes count: start_date,venue.name')
    .option('--webhook <address>', 'https address that is told of changes')
    .option('--until <moment>', 'a day or a moment after which it no longer runs')
    .action(create)

const columns = ['watch_id', 'status', 'endpoint', 'params', 'every', 'runs', 'changes', 'missed', 'next_at']

async function list({ status, limit: given, ...options }: ListOptions): Promise<void> {
  const limit = wholeNumber('--limit', given)
  const rows: Row[] = []
  const query = {
    limit: Math.min(limit, 100),
    ...(status === undefined ? {} : { status: status as 'active' }),
  }
  for await (const watch of openClient().list('/v2/watches', query)) {
    // As it is typed: what varies must not become columns of their own.
    rows.push(options.json ? watch : { ...watch, params: JSON.stringify(watch.params) })
    if (rows.length >= limit) break
  }
  printRows(rows, columns, chooseFormat(options))
}

const show = async (id: string, options: FormatOptions): Promise<void> =>
  printOne((await openClient().watches.get(id)).data, chooseFormat(options))

async function create(endpoint: string, pairs: string[], options: NewOptions): Promise<void> {
  const { every, fields, webhook, until } = options
  const quarry = openClient()
  const lookup = findLookup(await readCatalogue(quarry), endpoint)
  const { data } = await quarry.watches.create({
    endpoint: lookup.path,
    params: readPairs(pairs, lookup.params),
    every: readEvery(every),
    ...(fields === undefined ? {} : { fields: fields.split(',').map((name) => name.trim()) }),
    ...(webhook === undefined ? {} : { webhook }),
    ...(until === undefined ? {} : { until }),
  })
  printOne(data, chooseFormat(options))
}

const secondsIn: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** What is no time is left to the server, which knows cron lines. */
function readEvery(text: string): number | string {
  const [, number, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text.trim()) ?? []
  return number === undefined ? text : Number(number) * (secondsIn[unit] ?? 1)
}

async function history(id: string, options: FormatOptions): Promise<void> {
  const format = chooseFormat(options)
  const events: WatchEvent[] = []
  for await (const event of openClient().watches.history(id)) events.push(event)
  if (format === 'json') return printRows(events, [], format)
  if (format === 'csv') return printRows(events.map(csvRow), [], format)
  printRows(events.flatMap(toChangeRows), ['number', 'at', 'type', 'what', 'before', 'after'], format)
}

/** As the server writes it: records are one value each, whatever they hold. */
const csvRow = ({ patch, before, after, ...event }: WatchEvent): Row => {
  const text = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
  return { ...event, patch: text(patch), before: text(before), after: text(after) }
}
