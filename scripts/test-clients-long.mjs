// The long form of the clients' tests, which takes the better part of an hour: a batch of 1,000 lines while client and
// server are killed, and the memory of a client over 100,000 lines (QUARRY_CLIENTS_LINES for another number).
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(process.execPath, [vitest, 'run', 'cli/test/batch-crashes.test.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, QUARRY_CLIENTS_LONG: 'true' },
})
process.exit(status ?? 1)
