// Worker thread of check-regexes.ts: returns `safe` for a regular expression, or the reason why it is slow.
import { parentPort } from 'node:worker_threads'
import { check } from 'recheck'

// Checked by automaton where possible, which gives the same result on every machine. Patterns with lookaround or
// backreferences are fuzzed with a fixed seed, and with enough time that a busy machine gives the same result.
const proof = { checker: 'automaton', maxRepeatCount: 1000, maxNFASize: 400_000, timeout: 20_000 }
const trial = {
  checker: 'fuzz',
  randomSeed: 1,
  incubationTimeout: 2000,
  attackTimeout: 5000,
  timeout: 120_000,
}

parentPort.on('message', async ({ source, flags }) => {
  const proven = await check(source, flags, proof)
  const result = proven.status === 'unknown' ? await check(source, flags, trial) : proven
  parentPort.postMessage(verdictOf(result))
})

function verdictOf({ status, complexity, error }) {
  if (status === 'safe') return status
  return `${status}: ${status === 'vulnerable' ? complexity.summary : error.kind}`
}
