// Writes the records of a run in the order of the inputs, and the lines without a record to a second file. Both are
// partial files beside their target, moved when the run is complete. When a run continues, they are cut to the size that
// its progress file names.
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { LookupInfo, Schema } from '../catalogue.ts'
import { csvLine } from '../csv.ts'
import { UsageError } from '../failure.ts'
import { progressFile, syncFolder } from './progress-file.ts'
import type { Line } from './read-lines.ts'

type Outcome = {
  status_code: number | null
  credits: number
  provider: string | null
  provider_licence: string | null
  provider_source: string | null
  result: unknown
}
type Failure = { error: string; reason: string; credits: number }

export type ResultFiles = {
  success: (line: Line, outcome: Outcome) => void
  failure: (line: Line, failure: Failure) => void
  /** Makes everything durable; returns the sizes in bytes. */
  flush: () => { out: number; failed: number }
  /** Writes the end of the file and makes it durable. */
  finish: () => void
  close: () => void
}

type Writer = {
  write: (text: string) => void
  flush: () => number
  close: () => void
  isEmpty: () => boolean
}

export function openResultFiles(
  outputs: OutputFiles,
  options: { form: Form; isCsv: boolean; bytes: { out: number; failed: number } },
): ResultFiles {
  const { form, isCsv, bytes } = options
  const records = openWriter(outputs.records.partial, bytes.out)
  const failures = openWriter(outputs.failures.partial, bytes.failed)
  return {
    success(line, outcome) {
      if (records.isEmpty()) records.write(form.head(line))
      else records.write(form.between)
      records.write(form.one(line, outcome))
    },
    failure(line, failure) {
      const { line: number, cells, input } = line
      if (!isCsv)
        return failures.write(`${JSON.stringify({ line: number, ...failure, input: input ?? cells })}\n`)
      // The input may be a file of failed lines; its columns are replaced.
      const inputNames = Object.keys(cells).filter((name) => !['line', 'error', 'reason'].includes(name))
      if (failures.isEmpty()) failures.write(csvLine([...inputNames, 'line', 'error', 'reason']))
      failures.write(
        csvLine([...inputNames.map((name) => cells[name]), number, failure.error, failure.reason]),
      )
    },
    flush: () => ({ out: records.flush(), failed: failures.flush() }),
    finish() {
      if (records.isEmpty()) records.write(form.empty)
      else records.write(form.tail)
      records.flush()
    },
    close() {
      records.close()
      failures.close()
    },
  }
}

function openWriter(file: string, bytes: number): Writer {
  let handle: number
  try {
    handle = openSync(file, bytes === 0 ? 'w' : 'r+')
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`)
  }
  ftruncateSync(handle, bytes)
  let size = bytes
  return {
    write(text) {
      const data = Buffer.from(text)
      for (let at = 0; at < data.length; ) {
        const written = writeSync(handle, data, at, data.length - at, size)
        at += written
        size += written
      }
    },
    flush() {
      fsyncSync(handle)
      return size
    },
    close: () => closeSync(handle),
    isEmpty: () => size === 0,
  }
}

type Form = {
  head: (line: Line) => string
  between: string
  one: (line: Line, outcome: Outcome) => string
  tail: string
  empty: string
}

/** Throws for an unknown file extension. */
export function chooseOutputForm(out: string, lookup: LookupInfo, fields: string | null): Form {
  if (/\.csv$/i.test(out)) return csvForm(lookup, fields)
  const object = (line: Line, outcome: Outcome) =>
    JSON.stringify({ line: line.line, input: line.input, ...outcome })
  if (/\.(?:ndjson|jsonl)$/i.test(out))
    return {
      head: () => '',
      between: '',
      one: (line, outcome) => `${object(line, outcome)}\n`,
      tail: '',
      empty: '',
    }
  if (/\.json$/i.test(out))
    return { head: () => '[\n', between: ',\n', one: object, tail: '\n]\n', empty: '[]\n' }
  throw new UsageError(`--out ${out} must end in .csv, .ndjson or .json`)
}

/** The columns of the inputs, then those of the record schema, so that every run has the same columns. */
function csvForm({ record }: LookupInfo, selection: string | null): Form {
  const fields = selectColumns(listColumns(record, 'result'), selection)
  const metaColumns = [
    'line',
    'status_code',
    'credits',
    'provider',
    'provider_licence',
    'provider_source',
  ] as const
  return {
    head: ({ cells }) => csvLine([...Object.keys(cells), ...metaColumns, ...fields.map(({ name }) => name)]),
    between: '',
    one: ({ line, cells }, outcome) =>
      csvLine([
        ...Object.values(cells),
        line,
        ...metaColumns.slice(1).map((name) => outcome[name as keyof Outcome]),
        ...fields.map(({ path }) => valueAt(outcome.result, path)),
      ]),
    tail: '',
    empty: '',
  }
}

type Column = { name: string; path: string[] }

/** The columns that `fields` leaves. Fields of the items of a list are inside its one column, which stays. */
function selectColumns(columns: readonly Column[], selection: string | null): readonly Column[] {
  if (selection === null) return columns
  const names = selection.split(',').map((name) => name.trim())
  const isNamed = ({ path }: Column) =>
    names.some((name) => `${path.join('.')}.`.startsWith(`${name.replace(/^-/, '')}.`))
  const isRemoving = names.every((name) => name.startsWith('-'))
  const selected = columns.filter((column) => isNamed(column) !== isRemoving)
  return selected.length > 0 ? selected : columns
}

function listColumns(schema: Schema, name: string, path: string[] = []): Column[] {
  const { properties } = schema.anyOf?.find((variant) => variant.properties) ?? schema
  if (!properties || Object.keys(properties).length === 0) return [{ name, path }]
  return Object.entries(properties).flatMap(([key, inner]) =>
    listColumns(inner, `${name}.${key}`, [...path, key]),
  )
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  )

type OutputFile = { target: string; partial: string }
type OutputFiles = { records: OutputFile; failures: OutputFile }

export const failedFile = (out: string, isCsv: boolean): string =>
  `${out.replace(/\.(?:csv|ndjson|jsonl|json)$/i, '')}.failed.${isCsv ? 'csv' : 'ndjson'}`

/** Refuses a target that is the input file, because the move would overwrite it. */
export function planOutputs(inputs: string, out: string, isCsv: boolean): OutputFiles {
  const records = planOutput(out)
  const failures = planOutput(failedFile(out, isCsv))
  const written = [records, failures].flatMap(({ target, partial }) => [target, partial])
  if ([...written, progressFile(out)].some((file) => isSameFile(file, inputs)))
    throw new UsageError(`--out ${out} would overwrite the inputs in ${inputs}; name another file`)
  return { records, failures }
}

/** Writes to the target of a link instead of replacing the link. */
function planOutput(name: string): OutputFile {
  const target = existsSync(name) ? realpathSync(name) : name
  if (statSync(target, { throwIfNoEntry: false })?.isFile() === false)
    throw new UsageError(`${name} is not a file, so no results can be written there`)
  return { target, partial: `${target}.partial` }
}

/** By device and inode: paths, symbolic links and hard links may differ for one file. */
function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino
}

/** Can be repeated after a crash. */
export function moveIntoPlace({ records, failures }: OutputFiles): void {
  // Without failures, a file of an earlier run is removed too.
  if (statSync(failures.partial, { throwIfNoEntry: false })?.size === 0) {
    rmSync(failures.target, { force: true })
    rmSync(failures.partial)
  }
  for (const { target, partial } of [failures, records])
    if (existsSync(partial)) {
      renameSync(partial, target)
      syncFolder(dirname(target))
    }
}

/** Removes the files of a run if there is nothing to continue. */
export function discardOutputs({ records, failures }: OutputFiles, out: string): void {
  for (const file of [records.partial, failures.partial, progressFile(out)]) rmSync(file, { force: true })
}
