// Runs a batch over a file of inputs, chunk by chunk. Each chunk is sent with an idempotency key made of the run and
// its first line, so that a killed run continues without paying twice.
import {
  type Batch,
  type BatchItem,
  InvalidParameter,
  type LookupPath,
  NotFound,
  type Quarry,
} from '../../../sdk/src/index.ts'
import type { LookupInfo } from '../catalogue.ts'
import { Ended, exitCodes, formatFailure, UsageError } from '../failure.ts'
import { untilInterrupted } from '../interrupt.ts'
import { printNotice } from '../output.ts'
import { countText } from '../text.ts'
import { createMeter, type Meter } from './meter.ts'
import {
  newProgress,
  type Progress,
  progressFile,
  type Refused,
  readProgress,
  removeProgress,
  writeProgress,
} from './progress-file.ts'
import { type Inputs, type Line, readInputs, splitIntoChunks, surveyInputs } from './read-lines.ts'
import {
  chooseOutputForm,
  discardOutputs,
  failedFile,
  moveIntoPlace,
  openResultFiles,
  planOutputs,
  type ResultFiles,
} from './result-files.ts'

type BatchRun = {
  quarry: Quarry
  lookup: LookupInfo
  inputs: string
  out: string
  /** The `fields` of every line without its own; null for whole records. */
  fields: string | null
  maxCredits: number | null
  isQuiet: boolean
  /** Throws if the user declines. */
  confirm: (question: string) => Promise<void>
}

type AnyBatch = Batch<Record<string, unknown>, unknown>
/** The parameters of the functions that run one chunk. */
type ChunkRun = {
  quarry: Quarry
  files: ResultFiles
  meter: Meter
  out: string
  progress: Progress
  signal: AbortSignal
}

export async function runBatch(run: BatchRun): Promise<{ failed: number }> {
  const { lookup, out, fields, maxCredits, isQuiet } = run
  const inputs = readInputs(run.inputs, lookup)
  const form = chooseOutputForm(out, lookup, fields)
  const outputs = planOutputs(run.inputs, out, inputs.isCsv)
  const survey = await surveyInputs(run.inputs, inputs)
  if (survey.lines === 0) throw new UsageError(`${run.inputs} has no inputs`)
  const before = readProgress(out, { endpoint: lookup.path, fields }, survey)
  const progress = before ?? newProgress({ endpoint: lookup.path, fields }, survey)
  const maxPrice = survey.lines * lookup.credits
  const price = `${countText(survey.lines, 'line')} at ${countText(lookup.credits, 'credit')}: at most ${countText(maxPrice, 'credit')}`
  if (maxCredits !== null && maxPrice > maxCredits)
    throw new Ended(exitCodes.credits, `${price}, more than --max-credits ${maxCredits}; nothing was sent`)
  if (!isQuiet)
    printNotice(
      before
        ? `${price}. Continuing after line ${before.done}; ${countText(before.credits, 'credit')} already paid for ${countText(before.succeeded + before.failed, 'line')}, not charged again.`
        : `${price}.`,
    )
  if (!before) await run.confirm(`${price}.`)
  if (!progress.isComplete) {
    const files = openResultFiles(outputs, { form, isCsv: inputs.isCsv, bytes: progress.bytes })
    try {
      await writeRecords(run, { inputs, files, progress })
    } catch (error) {
      // Nothing was sent, or the server refused all of it: there is nothing to continue.
      if (progress.done === 0 && progress.open === null) discardOutputs(outputs, out)
      throw error
    }
  }
  moveIntoPlace(outputs)
  removeProgress(out)
  if (!isQuiet) printNotice(formatEnd(run, progress, inputs.isCsv))
  return { failed: progress.failed }
}

async function writeRecords(
  run: BatchRun,
  { inputs, files, progress }: { inputs: Inputs; files: ResultFiles; progress: Progress },
): Promise<void> {
  const { out, maxCredits, isQuiet } = run
  const { lines: total, done, credits } = progress
  const meter = createMeter({ total, done, credits, isQuiet })
  try {
    const bounded = maxCredits === null ? run.quarry : run.quarry.withBudget(maxCredits - progress.credits)
    const wasInterrupted = await untilInterrupted(async (signal) => {
      for await (const chunk of splitIntoChunks(inputs.read(), progress.done))
        await runChunk(chunk, { quarry: bounded, files, meter, out, progress, signal })
      files.finish()
      progress.isComplete = true
      writeProgress(out, progress)
    })
    if (wasInterrupted)
      throw new Ended(
        exitCodes.interrupted,
        `stopped; run the same command to continue from ${progressFile(out)}`,
      )
  } finally {
    meter.stop()
    files.close()
  }
}

function formatEnd({ out }: BatchRun, { succeeded, failed, credits }: Progress, isCsv: boolean): string {
  const failures = failed === 0 ? '' : `, ${countText(failed, 'failed line')} in ${failedFile(out, isCsv)}`
  return `${countText(succeeded, 'record')} in ${out}${failures}; ${countText(credits, 'credit')} spent.`
}

async function runChunk(chunk: Line[], run: ChunkRun): Promise<void> {
  const { files, progress, out } = run
  const { batch, refused } = await startBatch(chunk, run)
  const unpaid = await writeResults(chunk, batch, refused, run)
  progress.bytes = files.flush()
  progress.done = unpaid ? unpaid.line - 1 : (chunk.at(-1)?.line ?? progress.done)
  progress.open = null
  writeProgress(out, progress)
  if (unpaid)
    throw new Ended(
      exitCodes.credits,
      `${unpaid.error} (${unpaid.reason}): stopped before line ${unpaid.line}; run the same command to continue`,
    )
}

/** Reasons for which the server ends the rest of a file without running it. */
const unpaidReasons = ['credits_exhausted', 'open_invoices', 'quota_exceeded']

/** The server keeps an idempotency key for a day. After that, a repeated chunk could be charged twice. */
const maxKeyAgeHours = 23

/** Starts the batch of a chunk without the lines that the server refuses. */
async function startBatch(
  chunk: readonly Line[],
  { quarry, progress, out, signal }: ChunkRun,
): Promise<{ batch: AnyBatch | null; refused: Refused[] }> {
  const first = chunk[0]?.line ?? 0
  const open = progress.open?.first === first ? progress.open : null
  if (open?.batchId) return { batch: quarry.resumeBatch(open.batchId) as AnyBatch, refused: open.refused }
  if (open && Date.now() - Date.parse(open.since) > maxKeyAgeHours * 3_600_000)
    throw new UsageError(
      `the run stopped at line ${first} more than a day ago, so the chunk could be charged twice; check quarry calls, or delete ${progressFile(out)} to start over`,
    )
  const refused: Refused[] = chunk
    .filter(({ input }) => input === null)
    .map(({ line, problem }) => ({ line, error: problem ?? '', reason: 'invalid_parameter' }))
  let sent = chunk.filter(({ input }) => input !== null)
  if (sent.length === 0) return { batch: null, refused }
  progress.open = { first, since: open?.since ?? new Date().toISOString(), batchId: null, refused: [] }
  writeProgress(out, progress)
  const options = { idempotencyKey: `cli-${progress.run}-${first}`, signal }
  for (;;) {
    try {
      const inputs = sent.map(({ input }) => withFields(input, progress.fields)) as never[]
      const batch = await quarry.batch(progress.endpoint as LookupPath, inputs, options)
      progress.open = { ...progress.open, batchId: batch.id, refused }
      writeProgress(out, progress)
      return { batch: batch as unknown as AnyBatch, refused }
    } catch (error) {
      if (progress.fields && error instanceof InvalidParameter && isAboutFields(error.message)) {
        progress.open = null
        throw new UsageError(`--fields ${progress.fields}: ${formatRefusal(error)}`)
      }
      const at = error instanceof InvalidParameter ? findRefusedIndex(error.message) : null
      const line = at === null ? undefined : sent[at]
      if (!line) throw error
      refused.push({ line: line.line, error: formatRefusal(error), reason: 'invalid_parameter' })
      sent = sent.filter((one) => one !== line)
      if (sent.length === 0) return { batch: null, refused }
    }
  }
}

const withFields = (input: Line['input'], fields: string | null | undefined): Line['input'] =>
  fields && input !== null ? { fields, ...input } : input

/** Returns the first line that was not run because it could not be paid; it and those after it are sent again later. */
async function writeResults(
  chunk: readonly Line[],
  batch: AnyBatch | null,
  refused: readonly Refused[],
  { files, meter, progress, signal }: ChunkRun,
): Promise<Refused | null> {
  const byLine = new Map(refused.map((one) => [one.line, one]))
  const items = batch?.results({ signal })
  for (const line of chunk) {
    const refusal = byLine.get(line.line)
    if (refusal) {
      files.failure(line, { error: refusal.error, reason: refusal.reason, credits: 0 })
      progress.failed += 1
      meter.add(0)
      continue
    }
    const item = await nextItem(items, line)
    if (unpaidReasons.includes(item.reason ?? ''))
      return { line: line.line, error: item.error ?? '', reason: item.reason ?? '' }
    if (item.result === null || item.status_code !== 200) {
      files.failure(line, {
        error: item.error ?? '',
        reason: item.reason ?? toReason(item),
        credits: item.credits,
      })
      progress.failed += 1
    } else {
      files.success(line, item)
      progress.succeeded += 1
    }
    progress.credits += item.credits
    meter.add(item.credits)
  }
  // Reading to the end settles the reservation of a budget.
  await items?.next()
  return null
}

type Item = BatchItem<Record<string, unknown>, unknown>

async function nextItem(
  items: AsyncGenerator<Item, void, undefined> | undefined,
  { line }: Line,
): Promise<Item> {
  try {
    const next = await items?.next()
    if (next && !next.done) return next.value
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
  }
  throw new Error(`the server no longer has the result of line ${line}`)
}

const toReason = ({ status_code: status }: Item): string => (status === 404 ? 'not_found' : 'internal')

/** Whether the refusal is about the option --fields, which all lines share. */
const isAboutFields = (message: string): boolean => /\b(?:inputs\[\d+\]\.|line \d+: )fields\b/.test(message)

/** The server names an input of a JSON body by its index, and one of a file by its line. */
const findRefusedIndex = (message: string): number | null => {
  const [, index, line] = /\binputs\[(\d+)\]|\bline (\d+):/.exec(message) ?? []
  if (index !== undefined) return Number(index)
  return line === undefined ? null : Number(line) - 1
}

const formatRefusal = (error: unknown): string =>
  (error instanceof Error ? error.message : formatFailure(error)).replace(
    /\binputs\[\d+\]\.?|\bline \d+: /,
    '',
  )
