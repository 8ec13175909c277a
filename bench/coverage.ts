// How many fields of each record each provider fills, as a Markdown table: `npx tsx bench/coverage.ts` over the
// fixtures, which is the table of docs/providers.md (`--write` puts it there, and beside it the terms of each); with `--from DIR` over recordings: what
// `quarry probe` laid into the data folder, pages with notes, or bare answers in folders with the providers' names.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { coverageTable, filledByFixtures, termsTable, withTables } from '../server/test/support/coverage.ts'
import { readRecordings } from './recorded-answers.ts'

const { from, write } = parseArgs({
  options: { from: { type: 'string' }, write: { type: 'boolean' } },
}).values

if (from !== undefined) {
  const { filled, unread } = await readRecordings(from)
  console.log(coverageTable(filled, false))
  for (const file of unread) console.error(`gave no record: ${file}`)
} else {
  const table = coverageTable(await filledByFixtures())
  console.log(table)
  const file = new URL('../docs/providers.md', import.meta.url)
  const tables = { coverage: table, terms: termsTable() }
  if (write) writeFileSync(file, withTables(readFileSync(file, 'utf8'), tables))
}
