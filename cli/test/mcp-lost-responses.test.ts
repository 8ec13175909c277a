// `quarry mcp --budget` over a connection that loses responses: a retry is a replay that costs nothing more, and the
// budget still counts what the lost try cost.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDroppingProxy } from '../../sdk/test/support/dropping-proxy.ts'
import { startApp, type TestApp } from '../../server/test/support/app.ts'
import { type BuiltQuarry, buildQuarry } from './support/quarry.ts'

let app: TestApp
let quarry: BuiltQuarry
beforeAll(async () => {
  app = await startApp()
  quarry = buildQuarry()
})
afterAll(async () => {
  quarry.remove()
  await app.close()
})

const readSpent = async (secret: string) =>
  ((await (await app.call(secret, '/v2/usage')).json()) as { total_used: number }).total_used

test('a call whose first response was lost counts against the budget with its original cost', async () => {
  const { secret } = await app.account()
  let isLosing = false
  const proxy = await startDroppingProxy(app.url, () => {
    const isDropped = isLosing
    isLosing = false
    return isDropped
  })
  const client = new Client({ name: 'agent', version: '1' })
  const callTool = async (name: string, args: Record<string, unknown>) => {
    const result = (await client.callTool({ name, arguments: args })) as { content: { text: string }[] }
    return result.content.map(({ text }) => text).join('\n')
  }
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [quarry.program, 'mcp', '--budget', '3'],
        env: { PATH: process.env.PATH ?? '', HOME: quarry.folder, QUARRY_URL: proxy.url, QUARRY_KEY: secret },
      }),
    )
    const lookUp = () => callTool('company', { query: 'fenmont.example' })
    // Reads the prices, too, so that the next response is that of the call.
    expect(await lookUp()).toContain('this process: 2 of 3 credits')
    isLosing = true
    expect(await lookUp()).toContain('this process: 1 of 3 credits left')
    expect([proxy.dropped(), await readSpent(secret)]).toEqual([1, 2])
    expect(await lookUp()).toContain('this process: 0 of 3 credits')
    expect(await lookUp()).toContain('budget_exceeded')
    expect(await readSpent(secret)).toBe(3)
  } finally {
    await client.close()
    await proxy.close()
  }
})

test('the rest of a long response is a replay of a call that was counted, and needs no budget', async () => {
  const { secret } = await app.account()
  const client = new Client({ name: 'agent', version: '1' })
  try {
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [quarry.program, 'mcp', '--budget', '1'],
        env: { PATH: process.env.PATH ?? '', HOME: quarry.folder, QUARRY_URL: app.url, QUARRY_KEY: secret },
      }),
    )
    const tool = 'startupdb_funding_rounds'
    const first = JSON.stringify(await client.callTool({ name: tool, arguments: {} }))
    expect(first).toContain('this process: 0 of 1 credit')
    const [, id] = /id \\"(mcp-[^"\\]+)/.exec(first) ?? []
    const args = { id, tool, arguments: {}, path: 'results', from: 1 }
    const rest = JSON.stringify(await client.callTool({ name: 'rest', arguments: args }))
    expect(rest).toContain('this process: 0 of 1 credit')
  } finally {
    await client.close()
  }
})
