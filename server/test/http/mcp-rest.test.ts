// The tool `rest` of `/mcp` reads stored responses only: it never runs a lookup, so it never costs anything.
import { beforeAll, expect, test } from 'vitest'
import { statement } from '../../src/platform/db/statement.ts'
import type { TestApp } from '../support/app.ts'
import { sharedApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

type Result = { isError?: boolean; content: { text: string }[]; _meta?: Record<string, unknown> }

async function callTool(secret: string, name: string, args: object, query = '') {
  const response = await app.call(secret, `/mcp${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
  const [, data = '{}'] = /^data: (.*)$/m.exec(await response.text()) ?? []
  const { result } = JSON.parse(data) as { result: Result }
  const text = result.content.map((part) => part.text).join('\n')
  return { isError: result.isError === true, text, meta: result._meta ?? {} }
}

const readUsed = async (secret: string) =>
  ((await (await app.call(secret, '/v2/usage')).json()) as { total_used: number }).total_used

const rounds = { tool: 'startupdb_funding_rounds', arguments: {}, path: 'results', from: 3 }
/** A long response, which was charged; `rest` finds it by the id. */
async function readLong(secret: string, query = ''): Promise<string> {
  const { text } = await callTool(secret, rounds.tool, rounds.arguments, query)
  const [, id = ''] = /tool rest with id "(mcp-[^"]+)"/.exec(text) ?? []
  expect(id).not.toBe('')
  return id
}

const expireStatement = statement(
  'update idempotency_keys set expires = quarry_now() where key = $1 returning 1 as done',
)

test('an id that is not stored is an error that costs nothing and stores nothing', async () => {
  const { secret } = await app.account()
  const unknown = { ...rounds, id: 'mcp-0198c0de-0000-7000-8000-000000000000' }
  const { isError, text, meta } = await callTool(secret, 'rest', unknown)
  expect([isError, text]).toEqual([
    true,
    expect.stringMatching(/^idempotency_result_gone: .*0 credits charged/s),
  ])
  expect(meta).toMatchObject({ 'quarry/credits_used': 0 })
  expect(await readUsed(secret)).toBe(0)
  const { rowCount } = await app.database.pool.query({ ...expireStatement, values: [unknown.id] })
  expect(rowCount).toBe(0)
})

test('a response whose time has ended is an error that costs nothing', async () => {
  const { secret } = await app.account()
  const id = await readLong(secret)
  expect((await callTool(secret, 'rest', { ...rounds, id })).isError).toBe(false)
  await app.database.pool.query({ ...expireStatement, values: [id] })
  const { isError, text } = await callTool(secret, 'rest', { ...rounds, id })
  expect([isError, text]).toEqual([true, expect.stringMatching(/^idempotency_result_gone/)])
  expect(await readUsed(secret)).toBe(1)
})

test('other arguments than those of the stored response are an error that costs nothing', async () => {
  const { secret } = await app.account()
  const id = await readLong(secret)
  const other = { ...rounds, id, arguments: { days_since_announcement: 2 } }
  const { isError, text } = await callTool(secret, 'rest', other)
  expect([isError, text]).toEqual([true, expect.stringMatching(/^idempotency_mismatch/)])
  expect(await readUsed(secret)).toBe(1)
})

test('a part of a stored response is returned when the budget is used up', async () => {
  const { secret } = await app.account()
  const id = await readLong(secret, '?budget=1')
  const { isError, text, meta } = await callTool(secret, 'rest', { ...rounds, id }, '?budget=1')
  expect([isError, text]).toEqual([false, expect.stringContaining('0 credits charged')])
  expect(meta).toMatchObject({ 'quarry/credits_used': 0, 'quarry/budget_left': 0 })
})
