// Before the tests: a machine on which we are root and which has Debian's packages gets from them what some tests need.
// Anywhere else it stays as it is, and the tests say what they left out.
import { spawnSync } from 'node:child_process'
import { findChromium } from '../server/test/support/chromium.ts'
import { findRedis } from '../server/test/support/redis.ts'

const installTimeoutMs = 300_000
const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

function install(packages: readonly string[]): void {
  process.stderr.write(`Installing ${packages.join(' and ')} for the tests…\n`)
  for (const step of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
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

const missing = [
  ...(findChromium() === null && !process.env.QUARRY_TEST_CHROMIUM ? ['chromium'] : []),
  ...(findRedis() === null && !process.env.QUARRY_TEST_REDIS ? ['redis-server'] : []),
]
if (missing.length > 0 && process.getuid?.() === 0) install(missing)
