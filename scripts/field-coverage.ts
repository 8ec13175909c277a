// Counts the record fields that each provider fills, as a Markdown table. Without arguments it counts over the
// fixtures, and `--write` updates the tables in docs/providers.md. `--from FOLDER` counts over recordings: pages of
// `quarry probe`, pages with notes, or bare responses in folders with the providers' names.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  coverageTable,
  endpointTable,
  filledByFixtures,
  termsTable,
  withTables,
} from '../server/test/support/coverage.ts'
import { readRecordings } from './read-recordings.ts'

const { from, write } = parseArgs({
  options: { from: { type: 'string' }, write: { type: 'boolean' } },
}).values

if (from !== undefined) {
  const { filled, unread } = await readRecordings(from)
  console.log(coverageTable(filled, false))
  for (const file of unread) console.error(`no record: ${file}`)
} else {
  const table = endpointTable(await filledByFixtures())
  console.log(table)
  const file = new URL('../docs/providers.md', import.meta.url)
  const tables = { coverage: table, terms: termsTable() }
  if (write) writeFileSync(file, withTables(readFileSync(file, 'utf8'), tables))
}
