// Fails when code measures a duration with the time of day. Run by the checks: `npx tsx scripts/check-clocks.ts`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DateReaders, findClockProblems } from './clock-problems.ts'

const readers: DateReaders = {
  'kit/src/clock.ts': 'the default of a Clock',
  'server/src/fetching/archive/write-archive.ts': 'names segments of stored pages and keeps them for days',
  'server/src/operate/commands/replay.ts': 'reads an age on the command line',
  'server/src/platform/db/database-clock.ts': 'compares with the clock of the database',
  'server/src/platform/db/embedded-upgrade.ts': 'names a folder',
  'server/src/platform/db/hold-data-folder.ts': 'the age of a file',
  'server/src/lookups/drift/drift.ts': 'stores since when an alarm lasts',
  'server/src/platform/lib/uuid.ts': 'ids begin with a date',
  'server/src/lookups/health/status-history.ts': 'counts calls by hour',
  'server/src/lookups/cache/record-cache.ts': 'dates records for other servers',
  'server/src/lookups/cache/shared-lookups.ts': 'dates records for other servers',
  'server/src/fetching/sandbox/start-sandbox.ts': 'the age of a file',
  'server/src/fetching/request-headers.ts': 'compares with a date of a site',
  'server/src/fetching/fetch-page.ts': 'compares with a date of a site',
  'server/src/fetching/deliver.ts': 'dates a signature',
}

const root = fileURLToPath(new URL('..', import.meta.url))
const files = ['kit/src', 'sources/src', 'server/src', 'plugins/page/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file)),
)
const problems = findClockProblems(
  files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
  readers,
)
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${Object.keys(readers).length} of them may read the time of day`)
process.exitCode = problems.length > 0 ? 1 : 0
