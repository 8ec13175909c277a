// The admin token: accepted at once, wrong tokens delayed and logged, and four requests at a time.
import { expect, test } from 'vitest'
import { createTokenCheck } from '../../accounts/admin-token.ts'
import { createAdminGate, createAdminSlots } from './admin-access.ts'

const token = 'the-right-token-0123456789'

function createGate() {
  const lines: { address: string; failures: number }[] = []
  const sleepers: (() => void)[] = []
  const check = createTokenCheck({
    token,
    log: { warn: (line: object) => void lines.push(line as (typeof lines)[number]) } as never,
    now: () => 0,
    sleep: () => new Promise<void>((resolve) => sleepers.push(resolve)),
  })
  const gate = createAdminGate({ check, isOperator: async () => false })
  const request = (authorization: string | undefined, ip = '192.0.2.7') =>
    gate({ headers: { authorization }, ip })
  const wake = async () => {
    for (const resolve of sleepers.splice(0)) resolve()
    await new Promise(setImmediate)
  }
  return { request, wake, lines, sleepers }
}

/** Whether a promise has settled, without waiting for it. */
const isSettled = (work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    new Promise(setImmediate).then(() => false),
  ])

test('accepts the right token at once, even after many wrong ones from the same address', async () => {
  const { request } = createGate()
  const wrong = Array.from({ length: 200 }, () => request('Bearer wrong-wrong-wrong'))
  for (const failed of wrong) failed.catch(() => {})
  expect(await isSettled(request(`Bearer ${token}`))).toBe(true)
  await expect(request(`Bearer ${token}`)).resolves.toBeUndefined()
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
])('answers 401 to %o', async (authorization) => {
  await expect(createGate().request(authorization)).rejects.toMatchObject({
    status: 401,
    reason: 'invalid_key',
    message: 'Invalid admin token',
  })
})

test('delays a network (a /64 for IPv6) after twenty wrong tokens, but no other network', async () => {
  const { request, wake } = createGate()
  const from = (n: number) => `2001:db8:0:1::${n.toString(16)}`
  for (let n = 1; n <= 20; n += 1) await expect(request('Bearer wrong', from(n))).rejects.toThrow('Invalid')
  const slowed = request('Bearer wrong', from(21))
  expect(await isSettled(slowed)).toBe(false)
  expect(await isSettled(request('Bearer wrong', '2001:db8:0:2::1'))).toBe(true)
  expect(await isSettled(request(`Bearer ${token}`, from(22)))).toBe(true)
  await wake()
  await expect(slowed).rejects.toMatchObject({ status: 401 })
})

test('logs the number of failures at most once a second, and never a token', async () => {
  const { request, wake, lines } = createGate()
  const failures = () => lines.reduce((sum, line) => sum + line.failures, 0)
  for (let n = 0; n < 15; n += 1) await request('Bearer secret-guess').catch(() => {})
  await request('Bearer secret-guess', '198.51.100.1').catch(() => {})
  expect(lines).toEqual([
    { address: '192.0.2.7', failures: 1 },
    { address: '198.51.100.1', failures: 1 },
  ])
  await wake()
  expect(lines).toHaveLength(3)
  expect(failures()).toBe(16)
  await wake()
  await request('Bearer secret-guess').catch(() => {})
  expect(failures()).toBe(17)
  await request(`Bearer ${token}`)
  expect(lines).toHaveLength(4)
  expect(JSON.stringify(lines)).not.toMatch(/secret-guess|right-token/)
})

test('four admin requests run at a time, and one that fails frees its slot', async () => {
  const runAdminRequest = createAdminSlots()
  const ends: ((error?: Error) => void)[] = []
  const run = () =>
    new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
  const requests = Array.from({ length: 6 }, () => runAdminRequest(run))
  await new Promise(setImmediate)
  expect(ends).toHaveLength(4)
  ends[0]?.(new Error('refused'))
  await expect(requests[0]).rejects.toThrow('refused')
  ends[1]?.()
  await requests[1]
  await new Promise(setImmediate)
  expect(ends).toHaveLength(6)
  for (const end of ends.slice(2)) end()
  await Promise.all(requests.slice(1))
})
