// `npm run test:faults`: the long form of the tests of bad days, the better part of an hour: faults of half a minute,
// a hundred kills (QUARRY_FAULTS_KILLS) of three servers and their database, a minute of attack on a limit.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const files =
  process.argv.length > 2 ? process.argv.slice(2) : ['server/test/faults', 'server/test/redis-servers']
const args = [vitest, 'run', '--maxWorkers=1', '--testTimeout=600000', ...files]
const { status } = spawnSync(process.execPath, args, {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, QUARRY_FAULTS_LONG: 'true' },
})
process.exit(status ?? 1)
