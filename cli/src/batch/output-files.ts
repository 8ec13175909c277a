// The output files of a run. Results are written to a partial file beside each target and moved when the run is
// complete. A target that is the input file is refused, because the move would overwrite it.
import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../failure.ts'
import { progressFile } from './progress-file.ts'
import { syncFolder } from './sync-folder.ts'

type OutputFile = { target: string; partial: string }
export type OutputFiles = { records: OutputFile; failures: OutputFile }

export const failedFile = (out: string, isCsv: boolean): string =>
  `${out.replace(/\.(?:csv|ndjson|jsonl|json)$/i, '')}.failed.${isCsv ? 'csv' : 'ndjson'}`

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
