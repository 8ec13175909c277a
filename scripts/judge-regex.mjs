// Worker thread of check-regexes.ts: answers each regular expression with `safe`, or with what makes it slow.
import { parentPort } from 'node:worker_threads'
import { check } from 'recheck'

// Proven by automaton where that can be: it judges alike on any machine. The rest, which looks around or back, is tried
// by chance, with a fixed seed and so much time that a busy machine does not change the verdict.
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
