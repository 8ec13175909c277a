// `quarry batch`: a file of inputs becomes a file of records. What it may cost is said before it starts.
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { findLookup, readCatalogue } from '../catalogue.ts'
import { Ended, exitCodes } from '../failure.ts'
import { openClient } from '../profile.ts'
import { wholeNumber } from './calls.ts'

type Options = { out: string; maxCredits?: string; yes?: boolean; quiet?: boolean }

export const addBatch = (program: Command): void =>
  void program
    .command('batch')
    .description('a record for each line of a file: quarry batch company leads.csv --out companies.csv')
    .argument('<endpoint>', 'path without /v2/; quarry docs lists them')
    .argument(
      '<inputs>',
      'a .csv file, whose columns are parameters, or an .ndjson file, a JSON object a line',
    )
    .requiredOption(
      '-o, --out <file>',
      'where records go: .csv, .ndjson or .json; what failed goes beside it',
    )
    .option('--max-credits <number>', 'refuse to spend more')
    .option('-y, --yes', 'do not ask before it starts')
    .option('-q, --quiet', 'nothing on stderr but errors')
    .addHelpText(
      'after',
      `
The price is said before it starts. Results are written to <out>.partial and moved to <out> when the run is complete.
While it runs, <out>.progress keeps where it is: the same command goes on there after Ctrl-C, a crash or a lost server,
and nothing is paid twice. Lines without a record are in <out>.failed.csv or .ndjson, with the reason; that file can be
the input of another run.`,
    )
    .action(batch)

/** A server that restarts is waited for; Ctrl-C ends it sooner. */
const patience = { maxRetries: 200, timeoutMs: 900_000 }

async function batch(endpoint: string, inputs: string, options: Options): Promise<void> {
  const quarry = openClient(patience)
  const lookup = findLookup(await readCatalogue(openClient()), endpoint)
  const maxCredits =
    options.maxCredits === undefined ? null : wholeNumber('--max-credits', options.maxCredits)
  const { runBatch } = await import('../batch/run-batch.ts')
  const { failed } = await runBatch({
    quarry,
    lookup,
    inputs,
    out: options.out,
    maxCredits,
    isQuiet: options.quiet ?? false,
    confirm: async (question) => {
      if (options.yes || process.stdin.isTTY !== true || process.stderr.isTTY !== true) return
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      const answer = await lines.question(`${question} Go on? [y/N] `).finally(() => lines.close())
      if (!/^y(?:es)?$/i.test(answer.trim())) throw new Ended(exitCodes.interrupted, 'nothing was started')
    },
  })
  if (failed > 0) throw new Ended(exitCodes.failedLines, `${failed} lines have no record`)
}
