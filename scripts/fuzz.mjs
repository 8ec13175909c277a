// `npm run fuzz -- --runs N [--seed S]`: the long form of the test that fuzzes every route.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string' } },
})
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const { status } = spawnSync(process.execPath, [vitest, 'run', 'server/test/fuzz'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    QUARRY_FUZZ_RUNS: values.runs,
    ...(values.seed === undefined ? {} : { QUARRY_FUZZ_SEED: values.seed }),
  },
})
process.exit(status ?? 1)
