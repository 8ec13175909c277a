import { expect, test } from 'vitest'
import { createAdminGate, createTokenCheck } from './admin-access.ts'

const token = 'the-right-token-0123456789'

function gateWith() {
  const lines: { address: string; failures: number }[] = []
  const sleepers: (() => void)[] = []
  const check = createTokenCheck({
    token,
    log: { warn: (line: object) => void lines.push(line as (typeof lines)[number]) } as never,
    now: () => 0,
    sleep: () => new Promise<void>((resolve) => sleepers.push(resolve)),
  })
  const gate = createAdminGate({ check, isOperator: async () => false })
  const ask = (given: string | undefined, ip = '192.0.2.7') => gate({ headers: { authorization: given }, ip })
  const wake = async () => {
    for (const resolve of sleepers.splice(0)) resolve()
    await new Promise(setImmediate)
  }
  return { ask, wake, lines, sleepers }
}

/** Whether a promise is settled by now, without waiting for it. */
const isSettled = (work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    new Promise(setImmediate).then(() => false),
  ])

test('the right token passes at once, however many wrong ones came from its address', async () => {
  const { ask } = gateWith()
  const wrong = Array.from({ length: 200 }, () => ask('Bearer wrong-wrong-wrong'))
  for (const failed of wrong) failed.catch(() => {})
  expect(await isSettled(ask(`Bearer ${token}`))).toBe(true)
  await expect(ask(`Bearer ${token}`)).resolves.toBeUndefined()
})

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  `Basic ${token}`,
  token,
  `Bearer ${token} `,
  `Bearer ${token}x`,
])('%o is 401', async (given) => {
  await expect(gateWith().ask(given)).rejects.toMatchObject({
    status: 401,
    reason: 'invalid_key',
    message: 'Invalid admin token',
  })
})

test('past twenty wrong ones a network waits for each answer, a /64 is one network, and others do not wait', async () => {
  const { ask, wake } = gateWith()
  const from = (n: number) => `2001:db8:0:1::${n.toString(16)}`
  for (let n = 1; n <= 20; n += 1) await expect(ask('Bearer wrong', from(n))).rejects.toThrow('Invalid')
  const slowed = ask('Bearer wrong', from(21))
  expect(await isSettled(slowed)).toBe(false)
  expect(await isSettled(ask('Bearer wrong', '2001:db8:0:2::1'))).toBe(true)
  expect(await isSettled(ask(`Bearer ${token}`, from(22)))).toBe(true)
  await wake()
  await expect(slowed).rejects.toMatchObject({ status: 401 })
})

test('every failure is in the log, by count, once a second at most, and no token is', async () => {
  const { ask, wake, lines } = gateWith()
  const failures = () => lines.reduce((sum, line) => sum + line.failures, 0)
  for (let n = 0; n < 15; n += 1) await ask('Bearer secret-guess').catch(() => {})
  await ask('Bearer secret-guess', '198.51.100.1').catch(() => {})
  expect(lines).toEqual([
    { address: '192.0.2.7', failures: 1 },
    { address: '198.51.100.1', failures: 1 },
  ])
  await wake()
  expect(lines).toHaveLength(3)
  expect(failures()).toBe(16)
  await wake()
  await ask('Bearer secret-guess').catch(() => {})
  expect(failures()).toBe(17)
  await ask(`Bearer ${token}`)
  expect(lines).toHaveLength(4)
  expect(JSON.stringify(lines)).not.toMatch(/secret-guess|right-token/)
})
