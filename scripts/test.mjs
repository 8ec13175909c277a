// The whole test run: the checks, then every test. Ends with one line that counts both.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const script = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const run = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1

const checksFailed = run([script('scripts/check.mjs')]) === 0 ? 0 : 1

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
const { passed, failed } = count(report)
rmSync(folder, { recursive: true, force: true })

// A run that died, or found no test, is a failure even where no single test failed.
const broken = status !== 0 && failed === 0 ? 1 : 0
const empty = passed + failed === 0 ? 1 : 0
const failures = failed + checksFailed + Math.max(broken, empty)
process.stdout.write(`${passed + (1 - checksFailed)} passed, ${failures} failed\n`)
process.exit(failures === 0 ? 0 : 1)

function count(file) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
