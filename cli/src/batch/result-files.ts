// Writes the records of a run in the order of the inputs, and the lines without a record to a second file. When a run
// continues, both files are cut to the size that its progress file names.
import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { LookupInfo, Schema } from '../catalogue.ts'
import { csvLine } from '../csv.ts'
import { UsageError } from '../failure.ts'
import type { OutputFiles } from './output-files.ts'
import type { Line } from './read-lines.ts'

export type Outcome = {
  status_code: number | null
  credits: number
  provider: string | null
  provider_licence: string | null
  provider_source: string | null
  result: unknown
}
export type Failure = { error: string; reason: string; credits: number }

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

export type Form = {
  head: (line: Line) => string
  between: string
  one: (line: Line, outcome: Outcome) => string
  tail: string
  empty: string
}

/** Throws for an unknown file extension. */
export function chooseForm(out: string, lookup: LookupInfo, fields: string | null): Form {
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
