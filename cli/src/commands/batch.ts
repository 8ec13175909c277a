// `quarry batch` looks up a record for each line of a file, after showing the maximum price.
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { findLookup, readCatalogue } from '../catalogue.ts'
import { Ended, exitCodes } from '../failure.ts'
import { openClient } from '../profile.ts'
import { countText } from '../text.ts'
import { parseCount } from './calls.ts'

type Options = { out: string; fields?: string; maxCredits?: string; yes?: boolean; quiet?: boolean }

export const addBatch = (program: Command): void =>
  void program
    .command('batch')
    .description(
      'look up a record for each line of a file: quarry batch company leads.csv --out companies.csv',
    )
    .argument('<endpoint>', 'path without /v2/; quarry docs lists them')
    .argument(
      '<inputs>',
      'a .csv file with parameters as columns, an .ndjson file with one JSON object per line, or - for stdin',
    )
    .requiredOption('-o, --out <file>', 'file for the records: .csv, .ndjson or .json; - for stdout')
    .option('--fields <names>', 'only these fields of each record: name,headquarter.city; or -description')
    .option('--max-credits <number>', 'do not start if the run may cost more')
    .option('-y, --yes', 'start without asking')
    .option('-q, --quiet', 'print only errors')
    .addHelpText(
      'after',
      `
The maximum price is shown before the run starts. Results are written to <out>.partial and moved to <out> when the run
is complete. After Ctrl-C, a crash or a lost server, run the same command again: it continues from <out>.progress, and
nothing is paid twice. Lines without a record are in a file beside the results, such as companies.failed.csv, with the
reason. That file can be the input of another run. With - for inputs or out the run cannot be continued, and failed
lines are on stderr.`,
    )
    .action(batch)

/** Long enough to wait for a server that restarts. */
const patience = { maxRetries: 200, timeoutMs: 900_000 }

async function batch(endpoint: string, inputs: string, options: Options): Promise<void> {
  if (inputs !== '-' && options.out !== '-') return runFiles(endpoint, inputs, options)
  const { withStreams } = await import('../batch/streams.ts')
  await withStreams(inputs, options.out, (files) =>
    runFiles(endpoint, files.inputs, { ...options, out: files.out }),
  )
}

async function runFiles(endpoint: string, inputs: string, options: Options): Promise<void> {
  const quarry = openClient(patience)
  const lookup = findLookup(await readCatalogue(openClient()), endpoint)
  const maxCredits = options.maxCredits === undefined ? null : parseCount('--max-credits', options.maxCredits)
  const { runBatch } = await import('../batch/run-batch.ts')
  const { failed } = await runBatch({
    quarry,
    lookup,
    inputs,
    out: options.out,
    fields: options.fields ?? null,
    maxCredits,
    isQuiet: options.quiet ?? false,
    confirm: async (question) => {
      if (options.yes || process.stdin.isTTY !== true || process.stderr.isTTY !== true) return
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      const reply = await lines.question(`${question} Start? [y/N] `).finally(() => lines.close())
      if (!/^y(?:es)?$/i.test(reply.trim())) throw new Ended(exitCodes.interrupted, 'not started')
    },
  })
  if (failed > 0) throw new Ended(exitCodes.failedLines, `${countText(failed, 'line')} without a record`)
}
