// `npm test`: the checks and the quick tests. `npm run test:all`: the checks and all tests except the long ones.
// Prints the slow files and ends with one line that counts checks and tests. The time of every file is written to
// node_modules/.cache/test-times.json. With --max-file-seconds a quick file that takes longer, also when it runs
// alone, is a failure; files that are named slow, browser or redis may take nine times as long.
// Usage: node scripts/test.mjs [--all] [--max-file-seconds N] [arguments for vitest]
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file that takes longer is listed: give its tests a shorter timeout or split the file. */
const listedFileSeconds = 10

const root = fileURLToPath(new URL('..', import.meta.url))
const script = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const run = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1

const { isAll, maxFileSeconds, vitestArgs } = readArguments(process.argv.slice(2))
const checksFailed = run([script('scripts/check.mjs')]) === 0 ? 0 : 1

// Read by vitest.config.ts.
if (!isAll) process.env.QUARRY_TEST_QUICK = 'true'
const { passed, failed, skipped, files, hasCrashed } = runTests(vitestArgs)
const timesFile = script('node_modules/.cache/test-times.json')
mkdirSync(dirname(timesFile), { recursive: true })
writeFileSync(timesFile, `${JSON.stringify(files, null, 2)}\n`)
for (const { name, seconds } of files.filter((file) => file.seconds > listedFileSeconds))
  process.stdout.write(`${seconds.toFixed(0).padStart(4)} s  ${name}\n`)
const tooSlow = files.filter(isTooSlow).filter(({ name }) => runTests([name]).files.some(isTooSlow))
for (const file of tooSlow)
  process.stdout.write(
    `FAILED ${file.name} takes more than ${limitOf(file)} s: split it or shorten its waits\n`,
  )
// Tests that a filter on the command line excluded are expected to be missing.
if (vitestArgs.length === 0)
  for (const [name, titles] of skipped)
    process.stdout.write(`skipped: ${titles.length} in ${name}, such as '${titles[0]}'\n`)

// A run that crashed or found no test is a failure even if no single test failed.
const isEmpty = passed + failed === 0
const failures = failed + checksFailed + tooSlow.length + (hasCrashed || isEmpty ? 1 : 0)
process.stdout.write(`${passed + (1 - checksFailed)} passed, ${failures} failed\n`)
process.exit(failures === 0 ? 0 : 1)

function readArguments(args) {
  const rest = [...args]
  const isAll = rest[0] === '--all'
  if (isAll) rest.shift()
  let maxFileSeconds = Number.POSITIVE_INFINITY
  if (rest[0] === '--max-file-seconds') maxFileSeconds = Number(rest.splice(0, 2)[1])
  return { isAll, maxFileSeconds, vitestArgs: rest }
}

function limitOf({ name }) {
  return /\.(?:slow|browser|redis)\.test\.ts$/.test(name) ? 9 * maxFileSeconds : maxFileSeconds
}

function isTooSlow(file) {
  return file.seconds > limitOf(file)
}

function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-report-'))
  const reportFile = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const status = run([script('node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args])
  const report = readReport(reportFile)
  rmSync(folder, { recursive: true, force: true })
  return { ...report, hasCrashed: status !== 0 && report.failed === 0 }
}

function readReport(file) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    const files = testResults
      .map(({ name, startTime, endTime }) => ({
        name: relative(root, name),
        seconds: (endTime - startTime) / 1000,
      }))
      .sort((a, b) => b.seconds - a.seconds)
    const skipped = testResults
      .map(({ name, assertionResults }) => [
        relative(root, name),
        assertionResults.filter(({ status: end }) => end === 'skipped').map(({ fullName }) => fullName),
      ])
      .filter(([, titles]) => titles.length > 0)
    return { passed: numPassedTests, failed: numFailedTests, skipped, files }
  } catch {
    return { passed: 0, failed: 0, skipped: [], files: [] }
  }
}
