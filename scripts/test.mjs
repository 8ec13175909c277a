// The whole test run: the checks, then every test. Ends with what was left out on this machine, and one line that
// counts both.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const script = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const run = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1

const checksFailed = run([script('scripts/check.mjs')]) === 0 ? 0 : 1

// Without a browser or Redis their tests are left out, or fail where everything must run (CI=true).
run([script('node_modules/tsx/dist/cli.mjs'), script('scripts/ensure-programs.ts')])

const folder = mkdtempSync(join(tmpdir(), 'quarry-test-'))
const report = join(folder, 'report.json')
const status = run([
  script('node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
])
const { passed, failed, leftOut } = count(report)
rmSync(folder, { recursive: true, force: true })

// A run that died, or found no test, is a failure even where no single test failed.
const broken = status !== 0 && failed === 0 ? 1 : 0
const empty = passed + failed === 0 ? 1 : 0
const failures = failed + checksFailed + Math.max(broken, empty)
// Tests that a filter on the command line passed over were not meant.
if (process.argv.length === 2)
  for (const [file, names] of leftOut)
    process.stdout.write(`left out here: ${names.length} in ${file}, such as '${names[0]}'\n`)
process.stdout.write(`${passed + (1 - checksFailed)} passed, ${failures} failed\n`)
process.exit(failures === 0 ? 0 : 1)

function count(file) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    const leftOut = testResults
      .map(({ name, assertionResults }) => [
        relative(root, name),
        assertionResults.filter(({ status: end }) => end === 'skipped').map(({ fullName }) => fullName),
      ])
      .filter(([, names]) => names.length > 0)
    return { passed: numPassedTests, failed: numFailedTests, leftOut }
  } catch {
    return { passed: 0, failed: 0, leftOut: [] }
  }
}
