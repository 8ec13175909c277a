// How many wrong secrets a network may send before its responses are delayed, and the bounds on delayed responses.
import { expect, test } from 'vitest'
import { createGuessLimit } from './guess-limit.ts'

function limitWith() {
  let time = 0
  let sleepers: (() => void)[] = []
  const slowDown = createGuessLimit({
    now: () => time,
    sleep: () => new Promise<void>((resolve) => sleepers.push(resolve)),
  })
  return {
    slowDown,
    waiting: () => sleepers.length,
    pass: (ms: number) => {
      time += ms
    },
    wake: async () => {
      const woken = sleepers
      sleepers = []
      for (const resolve of woken) resolve()
      await new Promise(setImmediate)
    },
  }
}

test('a network has twenty free guesses and regains one every three seconds', async () => {
  const { slowDown, waiting, pass, wake } = limitWith()
  for (let n = 0; n < 20; n += 1) await slowDown('192.0.2.1')
  void slowDown('192.0.2.1')
  expect(waiting()).toBe(1)
  await slowDown('192.0.2.2')
  await wake()
  pass(6_000)
  await slowDown('::ffff:192.0.2.1')
  void slowDown('192.0.2.1')
  expect(waiting()).toBe(1)
  // However long an attack lasted, the count is back to zero two minutes after its end.
  for (let n = 0; n < 5_000; n += 1) void slowDown('192.0.2.1')
  await wake()
  pass(120_000)
  await slowDown('192.0.2.1')
})

test('at most 1,000 responses per network and 10,000 in total are delayed', async () => {
  const { slowDown, waiting, wake } = limitWith()
  for (let network = 0; network < 12; network += 1)
    for (let n = 0; n < 20 + 1_100; n += 1) void slowDown(`2001:db8:0:${network}::${n.toString(16)}`)
  expect(waiting()).toBe(10_000)
  await slowDown('2001:db8:0:0::1')
  await wake()
  for (let n = 0; n < 1_100; n += 1) void slowDown('2001:db8:0:0::1')
  expect(waiting()).toBe(1_000)
})
