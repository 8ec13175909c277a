// `quarry watch` manages lookups that run on a schedule and shows their changes.
import type { Command } from 'commander'
import type { WatchEvent } from '../../../sdk/src/index.ts'
import { findLookup, readCatalogue, readPairs } from '../catalogue.ts'
import { UsageError } from '../failure.ts'
import {
  chooseFormat,
  type FormatOptions,
  printNotice,
  printOne,
  printRows,
  type Row,
  takeFirst,
  withFormats,
} from '../output.ts'
import { openClient } from '../profile.ts'
import { countText, suggestName } from '../text.ts'
import { parseCount } from './calls.ts'

type ListOptions = FormatOptions & { status?: string; limit: string }
type NewOptions = FormatOptions & { every: string; fields?: string; webhook?: string; until?: string }

export function addWatch(program: Command): void {
  const watch = listed(program.command('watch'))
    .description('manage lookups that run on a schedule; lists them by default')
    .enablePositionalOptions()
    .argument('[id]', 'watch to show')
    // A misspelt command comes with the arguments of the intended one.
    .allowExcessArguments()
    .action((id: string | undefined, options: ListOptions) => {
      if (id === undefined) return list(options)
      if (/^[\da-f-]{36}$/i.test(id) && watch.args.length === 1) return show(id, options)
      const names = watch.commands.map((command) => command.name())
      throw new UsageError(`unknown command watch ${JSON.stringify(id)}${suggestName(id, names)}`)
    })
  listed(watch.command('list')).description('list the watches, newest first').action(list)
  addCreate(watch)
  const addOne = (
    name: string,
    description: string,
    run: (id: string, options: FormatOptions) => Promise<void>,
  ) => withFormats(watch.command(name)).description(description).argument('<id>').action(run)
  addOne('show', 'show the next run, the counters and why a watch is paused', show)
  addOne('history', 'list changes, missed runs and pauses, oldest first', history)
  for (const name of ['pause', 'resume'] as const)
    addOne(name, `${name} a watch`, async (id, options) =>
      printOne((await openClient().watches[name](id)).data, options),
    )
  addOne('delete', 'delete a watch and its history', async (id, options) => {
    const { data } = await openClient().watches.delete(id)
    if (chooseFormat(options) === 'table') printNotice(`Deleted watch ${id} and its history.`)
    else printOne(data, options)
  })
}

const listed = (command: Command): Command =>
  withFormats(command)
    .option('--status <status>', 'active, paused or ended')
    .option('--limit <number>', 'maximum number of watches', '50')

const addCreate = (watch: Command): void =>
  void withFormats(watch.command('create'))
    .description(
      'create a watch: quarry watch create ticketing/event query=1000000000017 --every 6h --fields start_date',
    )
    .argument('<endpoint>', 'path without /v2/; quarry docs lists them')
    .argument('[key=value...]', 'parameters of the lookup')
    .requiredOption(
      '--every <time>',
      'seconds, a duration such as 15m, 6h or 1d, or a cron expression in UTC: "0 9 * * MON-FRI"',
    )
    .option('--fields <names>', 'fields to compare: start_date,venue.name')
    .option('--webhook <address>', 'https URL that receives changes')
    .option('--until <moment>', 'last day or time of the watch')
    .action(create)

const columns = ['watch_id', 'status', 'endpoint', 'params', 'every', 'runs', 'changes', 'missed', 'next_at']

async function list({ status, limit, ...options }: ListOptions): Promise<void> {
  const max = parseCount('--limit', limit)
  const query = { limit: Math.min(max, 100), ...(status === undefined ? {} : { status: status as 'active' }) }
  const watches = await takeFirst(openClient().list('/v2/watches', query), max)
  // Parameters differ by endpoint and must not become columns of their own.
  const rows = watches.map((watch) => ({ ...watch, params: JSON.stringify(watch.params) }))
  printRows(options.json ? watches : rows, columns, options)
}

const show = async (id: string, options: FormatOptions): Promise<void> =>
  printOne((await openClient().watches.get(id)).data, options)

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
  printOne(data, options)
}

const secondsIn: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Anything but a duration is sent as is: the server parses cron expressions. */
function readEvery(text: string): number | string {
  const [, number, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text.trim()) ?? []
  return number === undefined ? text : Number(number) * (secondsIn[unit] ?? 1)
}

async function history(id: string, options: FormatOptions): Promise<void> {
  const format = chooseFormat(options)
  const events: WatchEvent[] = []
  for await (const event of openClient().watches.history(id)) events.push(event)
  if (format === 'json') return printRows(events, [], options)
  if (format === 'csv') return printRows(events.map(csvRow), [], options)
  printRows(events.flatMap(toChangeRows), ['number', 'at', 'type', 'what', 'before', 'after'], options)
}

/** As in the CSV of the server: each record is one value. */
const csvRow = ({ patch, before, after, ...event }: WatchEvent): Row => {
  const text = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
  return { ...event, patch: text(patch), before: text(before), after: text(after) }
}

type Operation = NonNullable<WatchEvent['patch']>[number]

/** An event as table rows: one row per operation of its patch, with the values before and after. */
export function toChangeRows(event: WatchEvent): Row[] {
  const { number, at, type, reason, missed } = event
  const shared = { number, at, type }
  if (type === 'missed')
    return [{ ...shared, what: `${countText(missed ?? 0, 'run')}, ${reason ?? 'not run'}` }]
  if (type !== 'changed' || event.patch === null) return [{ ...shared, what: reason }]
  return event.patch.map((operation) => ({ ...shared, ...describeOperation(operation, event.before) }))
}

/** Paths of changes and removals refer to the record before; additions have their value. */
function describeOperation({ op, path, from, value }: Operation, before: unknown) {
  if (op === 'move') return { what: `${formatPath(String(from))} moved to ${formatPath(path)}` }
  return {
    what: formatPath(path),
    before: op === 'add' ? undefined : valueAt(before, path),
    after: op === 'remove' ? undefined : value,
  }
}

const splitPointer = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const formatPath = (path: string): string => splitPointer(path).join('.') || '(record)'

const valueAt = (value: unknown, path: string): unknown =>
  splitPointer(path).reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Record<string, unknown>)[step]
        : undefined,
    value,
  )
