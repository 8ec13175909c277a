// A run over a file of inputs: portion by portion, each taken on under an idempotency key of the run and its first line,
// its results written in order, and the place kept. Killed at any moment, it goes on without paying twice.
import type { Batch, BatchItem, LookupPath, Quarry } from '../../../sdk/src/index.ts'
import { InvalidParameter, NotFound } from '../../../sdk/src/index.ts'
import type { LookupInfo } from '../catalogue.ts'
import { Ended, exitCodes, formatFailure, UsageError } from '../failure.ts'
import { untilInterrupted } from '../interrupt.ts'
import { say } from '../output.ts'
import { splitIntoChunks } from './chunks.ts'
import { createMeter, type Meter } from './meter.ts'
import { failedFile, moveIntoPlace, planOutputs } from './output-files.ts'
import {
  newProgress,
  type Progress,
  progressFile,
  type Refused,
  readProgress,
  removeProgress,
  writeProgress,
} from './progress-file.ts'
import { type Inputs, type Line, readInputs } from './read-lines.ts'
import { chooseForm, openResultFiles, type ResultFiles } from './result-files.ts'
import { survey } from './survey.ts'

export type BatchRun = {
  quarry: Quarry
  lookup: LookupInfo
  inputs: string
  out: string
  maxCredits: number | null
  isQuiet: boolean
  /** Throws where it is not wanted. */
  confirm: (question: string) => Promise<void>
}

type AnyBatch = Batch<Record<string, unknown>, unknown>
/** What one portion needs. */
type Portion = {
  quarry: Quarry
  files: ResultFiles
  meter: Meter
  out: string
  progress: Progress
  signal: AbortSignal
}

export async function runBatch(run: BatchRun): Promise<{ failed: number }> {
  const { lookup, out, maxCredits, isQuiet } = run
  const inputs = readInputs(run.inputs, lookup)
  const form = chooseForm(out, lookup)
  const outputs = planOutputs(run.inputs, out, inputs.isCsv)
  const found = await survey(run.inputs, inputs)
  if (found.lines === 0) throw new UsageError(`${run.inputs} holds no inputs`)
  const before = readProgress(out, lookup.path, found)
  const progress = before ?? newProgress(lookup.path, found)
  const most = found.lines * lookup.credits
  if (maxCredits !== null && most > maxCredits)
    throw new Ended(
      exitCodes.credits,
      `${found.lines} lines at ${lookup.credits} may cost ${most} credits, more than --max-credits ${maxCredits}; nothing was sent`,
    )
  const price = `${found.lines} lines at ${lookup.credits}: at most ${most} credits.`
  if (!isQuiet) say(before ? `${price} Goes on behind line ${before.done}, ${before.credits} spent.` : price)
  if (!before) await run.confirm(price)
  if (!progress.isComplete) {
    const files = openResultFiles(outputs, { form, isCsv: inputs.isCsv, bytes: progress.bytes })
    await writeRecords(run, { inputs, files, progress })
  }
  moveIntoPlace(outputs)
  removeProgress(out)
  if (!isQuiet) say(endLine(run, progress, inputs.isCsv))
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
        await runPortion(chunk, { quarry: bounded, files, meter, out, progress, signal })
      files.finish()
      progress.isComplete = true
      writeProgress(out, progress)
    })
    if (wasInterrupted)
      throw new Ended(exitCodes.interrupted, `stopped; the same command goes on from ${progressFile(out)}`)
  } finally {
    meter.stop()
    files.close()
  }
}

function endLine({ out }: BatchRun, { succeeded, failed, credits }: Progress, isCsv: boolean): string {
  const lost = failed === 0 ? '' : `, ${failed} failed lines in ${failedFile(out, isCsv)}`
  return `${succeeded} records in ${out}${lost}; ${credits} credits spent.`
}

async function runPortion(chunk: Line[], portion: Portion): Promise<void> {
  const { files, progress, out } = portion
  const { batch, refused } = await takeOn(chunk, portion)
  await writeResults(chunk, batch, refused, portion)
  progress.bytes = files.flush()
  progress.done = chunk.at(-1)?.line ?? progress.done
  progress.open = null
  writeProgress(out, progress)
}

/** An idempotency key is kept for a day; behind it nobody can tell whether the lines were paid. */
const keyHours = 23

/** Lines that the server refuses are left out, so that one wrong line does not stop the others. */
async function takeOn(
  chunk: readonly Line[],
  { quarry, progress, out, signal }: Portion,
): Promise<{ batch: AnyBatch | null; refused: Refused[] }> {
  const first = chunk[0]?.line ?? 0
  const kept = progress.open?.first === first ? progress.open : null
  if (kept?.batchId) return { batch: quarry.resumeBatch(kept.batchId) as AnyBatch, refused: kept.refused }
  if (kept && Date.now() - Date.parse(kept.since) > keyHours * 3_600_000)
    throw new UsageError(
      `it stopped at line ${first} more than a day ago, and it is not known whether that was paid: see quarry calls; without ${progressFile(out)} it begins anew`,
    )
  const refused: Refused[] = chunk
    .filter(({ input }) => input === null)
    .map(({ line, problem }) => ({ line, error: problem ?? '', reason: 'invalid_parameter' }))
  let sent = chunk.filter(({ input }) => input !== null)
  if (sent.length === 0) return { batch: null, refused }
  progress.open = { first, since: kept?.since ?? new Date().toISOString(), batchId: null, refused: [] }
  writeProgress(out, progress)
  const options = { idempotencyKey: `cli-${progress.run}-${first}`, signal }
  for (;;) {
    try {
      const inputs = sent.map(({ input }) => input) as never[]
      const batch = await quarry.batch(progress.endpoint as LookupPath, inputs, options)
      progress.open = { ...progress.open, batchId: batch.id, refused }
      writeProgress(out, progress)
      return { batch: batch as unknown as AnyBatch, refused }
    } catch (error) {
      const at = error instanceof InvalidParameter ? refusedAt(error.message) : null
      const line = at === null ? undefined : sent[at]
      if (!line) throw error
      refused.push({ line: line.line, error: lineOfRefusal(error), reason: 'invalid_parameter' })
      sent = sent.filter((one) => one !== line)
      if (sent.length === 0) return { batch: null, refused }
    }
  }
}

const refusedAt = (message: string): number | null => {
  const [, at] = /\binputs\[(\d+)\]/.exec(message) ?? []
  return at === undefined ? null : Number(at)
}

const lineOfRefusal = (error: unknown): string =>
  (error instanceof Error ? error.message : formatFailure(error)).replace(/\binputs\[\d+\]\.?/, '')

async function writeResults(
  chunk: readonly Line[],
  batch: AnyBatch | null,
  refused: readonly Refused[],
  { files, meter, progress, signal }: Portion,
): Promise<void> {
  const byLine = new Map(refused.map((one) => [one.line, one]))
  const items = batch?.results({ signal })
  for (const line of chunk) {
    const known = byLine.get(line.line)
    if (known) {
      files.failure(line, { error: known.error, reason: known.reason, credits: 0 })
      progress.failed += 1
      meter.add(0)
      continue
    }
    const item = await nextItem(items, line)
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
  // To its very end, which settles what a budget has set aside.
  await items?.next()
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
  throw new Error(`the results of line ${line} are no longer kept by the server`)
}

const toReason = ({ status_code: status }: Item): string => (status === 404 ? 'not_found' : 'internal')
