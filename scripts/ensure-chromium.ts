// Before the tests: a machine on which we are root and which has Debian's packages gets Chromium from them. Anywhere
// else it stays as it is, and the tests say what they left out.
import { spawnSync } from 'node:child_process'
import { findChromium } from '../server/test/support/chromium.ts'

const installTimeoutMs = 300_000

function install(): void {
  process.stderr.write('Installing Chromium for the tests of pages…\n')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status, stderr } = spawnSync('apt-get', ['-qq', ...step], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: installTimeoutMs,
    })
    if (status === 0) continue
    process.stderr.write(`apt-get ${step[0]} failed: ${stderr?.trim() ?? 'it could not be started'}\n`)
    return
  }
}

if (findChromium() === null && !process.env.QUARRY_TEST_CHROMIUM && process.getuid?.() === 0) install()
