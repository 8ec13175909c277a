// `npm run test:long -- [area …] [--kills N] …`: the hours-long forms of tests that `npm run test:all` runs in short.
// Without an area all of them run, one after the other. An option sets the variable of its name for the tests:
// `--kills 20` sets QUARRY_LONG_KILLS=20.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', '--testTimeout=36000000']
const tsx = ['node_modules/tsx/dist/cli.mjs']

/** What each area runs, and what it proves. */
const areas = {
  checks: { about: 'the checks without cached verdicts', command: ['scripts/check.mjs', '--fresh'] },
  kills: {
    about: '100 kills of three servers and their database, faults of half a minute, crashes of workers',
    command: [...vitest, 'server/test/app/faults', 'redis-servers', 'jobs-crashes', 'crash-calls'],
  },
  jobs: {
    about: 'ten minutes of slow sites, cancelled batches, changed limits and long queues',
    command: [...vitest, 'jobs-fairness'],
  },
  ledger: { about: '20,000 random histories of the ledger', command: [...vitest, 'credits-histories'] },
  records: {
    about: 'records of 200 lookups of each endpoint against schemas written from the specification',
    command: [...vitest, 'records.long'],
  },
  fuzz: { about: '100,000 random requests to every route', command: [...vitest, 'server/test/http/fuzz'] },
  routes: {
    about: 'hostile clients on every route, and their effect on another tenant',
    command: [...vitest, 'hostile-routes'],
  },
  backups: {
    about: '20 kills each of a restore and of an upgrade from PostgreSQL 17; restores into other versions',
    command: [...vitest, 'backup-', 'database-major-upgrade'],
  },
  providers: {
    about: '5,000 lookups of a day against replicas of all upstream APIs',
    command: [...vitest, 'provider-rates-day'],
  },
  watches: { about: '1,000 watches over 24 hours with 20 kills', command: [...vitest, 'watches-time'] },
  clients: { about: 'batches of 1,000 and 100,000 lines with kills', command: [...vitest, 'batch-crashes'] },
  uploads: {
    about: '20 kills of the server while files are uploaded and processed',
    command: [...vitest, 'batch-upload'],
  },
  mcp: {
    about: 'the MCP conformance scenarios for a server with tools and resources; downloads the suite',
    command: [...tsx, 'scripts/mcp-conformance.ts'],
  },
  generators: {
    about: 'compiles what @hey-api/openapi-ts and openapi-typescript generate; downloads both tools',
    command: [...tsx, 'scripts/check-generators.ts'],
  },
  postgres: { about: 'the quick tests on PostgreSQL 14', command: [...tsx, 'scripts/test-old-postgres.ts'] },
  soak: { about: '20 minutes of mixed traffic: memory, open files, p99', command: [...tsx, 'bench/soak.ts'] },
}
const options = ['kills', 'runs', 'seed', 'hours', 'watches', 'jobs', 'lines', 'minutes']

const { values, positionals } = readArguments()
const chosen = positionals.length === 0 ? Object.keys(areas) : positionals
const unknown = chosen.filter((name) => !Object.hasOwn(areas, name))
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) process.stderr.write(`There is no area ${unknown.join(', ')}.\n`)
  printUsage()
  process.exit(unknown.length > 0 ? 2 : 0)
}

const env = { ...process.env, QUARRY_LONG: 'true' }
for (const name of options)
  if (values[name] !== undefined) env[`QUARRY_LONG_${name.toUpperCase()}`] = values[name]

const failed = chosen.filter((name) => {
  process.stdout.write(`\n${name}: ${areas[name].about}\n`)
  const root = fileURLToPath(new URL('..', import.meta.url))
  return spawnSync(process.execPath, areas[name].command, { cwd: root, stdio: 'inherit', env }).status !== 0
})
for (const name of chosen) process.stdout.write(`${failed.includes(name) ? 'FAILED' : 'ok    '} ${name}\n`)
process.stdout.write(`${chosen.length - failed.length} passed, ${failed.length} failed\n`)
process.exit(failed.length === 0 ? 0 : 1)

function readArguments() {
  const strings = Object.fromEntries(options.map((name) => [name, { type: 'string' }]))
  try {
    return parseArgs({ options: { ...strings, help: { type: 'boolean' } }, allowPositionals: true })
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    printUsage()
    process.exit(2)
  }
}

function printUsage() {
  const lines = Object.entries(areas).map(([name, { about }]) => `  ${name.padEnd(9)} ${about}`)
  const flags = options.map((name) => `[--${name} N]`).join(' ')
  process.stdout.write(`npm run test:long -- [area …] ${flags}\n\n${lines.join('\n')}\n`)
}
