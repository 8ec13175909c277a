// Forwards tool requests to the MCP route of the server, so that stdio and HTTP have the same tools, within the budget of
// this process. The price of a call is reserved before it is sent, so that concurrent calls cannot exceed the budget
// together.
import { randomBytes } from 'node:crypto'
import { type Budget, BudgetExceeded, type Quarry, type Result } from '../../../sdk/src/index.ts'
import type { LookupInfo } from '../catalogue.ts'
import { countText } from '../text.ts'

export type ToolCall = { name: string; arguments?: Record<string, unknown> }
type ToolResult = {
  content?: { type: string; text?: string }[]
  structuredContent?: { record?: unknown; note?: string }
  isError?: boolean
  _meta?: Record<string, unknown>
}

/** `catalogue` is read for each call, because prices may change while the agent runs. */
export function createBoundedCall(
  forward: Forward,
  { budget, catalogue }: { budget: Budget | null; catalogue: () => Promise<readonly LookupInfo[]> },
): (params: ToolCall) => Promise<ToolResult> {
  const send = async (params: ToolCall) =>
    (await forward('tools/call', params, {
      idempotencyKey: `mcp-${Date.now().toString(36)}-${randomBytes(12).toString('hex')}`,
    })) as ToolResult

  return async (params) => {
    if (budget === null) return send(params)
    const price = findPrice(await catalogue(), params)
    const reservation = reserve(budget, price, params.name)
    if (reservation === null) return refusal(budget, price, params.name)
    // If sending fails, the outcome is unknown and the reservation stays.
    const result = await send(params)
    const used = readCost(params, result)
    // A batch is still running, so the price of all its inputs stays reserved.
    if (params.name !== 'create_batch' || result.isError) reservation.settle(used)
    return withLeft(result, budget)
  }
}

/**
 * Every call is sent under a new key, so a replay answers a lost try of the same call, which was charged. `rest`
 * replays an earlier call, whose cost was counted then.
 */
function readCost({ name }: ToolCall, { _meta: meta }: ToolResult): number {
  const used = Number(meta?.['quarry/credits_used'] ?? 0)
  return name === 'rest' ? used : Number(meta?.['quarry/credits_original'] ?? used)
}

function reserve(budget: Budget, price: number, name: string) {
  try {
    return budget.reserve(price, name)
  } catch (error) {
    if (error instanceof BudgetExceeded) return null
    throw error
  }
}

function findPrice(catalogue: readonly LookupInfo[], { name, arguments: args = {} }: ToolCall): number {
  const lookup = catalogue.find(({ operation }) => operation === name)
  if (lookup) return lookup.credits
  if (name !== 'create_batch' || !Array.isArray(args.inputs)) return 0
  const path = String(args.endpoint).replace(/^\/api(?=\/)/, '')
  return (catalogue.find((lookup) => lookup.path === path)?.credits ?? 0) * args.inputs.length
}

const refusal = (budget: Budget, price: number, name: string): ToolResult => ({
  content: [
    {
      type: 'text',
      text: `budget_exceeded: ${name} may cost ${countText(price, 'credit')}, but the budget has only ${budget.remaining} of ${countText(budget.limit, 'credit')} left.\nStop: nothing was sent. A cheaper call may still fit. A new process has a new budget.`,
    },
  ],
  _meta: { 'quarry/credits_used': 0, 'quarry/budget': budget.limit, 'quarry/budget_left': budget.remaining },
  isError: true,
})

function withLeft(result: ToolResult, { remaining, limit }: Budget): ToolResult {
  const text = `Budget of this process: ${remaining} of ${countText(limit, 'credit')} left.`
  const { content = [], structuredContent, _meta } = result
  return {
    ...result,
    _meta: { ..._meta, 'quarry/budget': limit, 'quarry/budget_left': remaining },
    content: [...content, { type: 'text', text }],
    ...(structuredContent && {
      structuredContent: { ...structuredContent, note: `${structuredContent.note ?? ''}\n${text}` },
    }),
  }
}

type Forward = (method: string, params: object, options?: { idempotencyKey?: string }) => Promise<object>

type Reply = { result?: object; error?: { message?: string } }

export function createForward(quarry: Quarry): Forward {
  let id = 0
  const request = quarry.request as (method: string, path: string, params: object) => Promise<Result<unknown>>
  return async (method, params, options = {}) => {
    id += 1
    // With an idempotency key the SDK retries lost requests without paying twice.
    const { data } = await request('POST', '/mcp', {
      ...options,
      headers: { 'mcp-protocol-version': '2025-06-18' },
      body: { jsonrpc: '2.0', id, method, params },
    })
    const { result, error } = readReply(data)
    if (result) return result
    throw new Error(error?.message ?? 'the server did not respond')
  }
}

/** The body is JSON, or a stream with one event. */
function readReply(data: unknown): Reply {
  if (typeof data === 'object' && data !== null) return data as Reply
  const line = String(data)
    .split('\n')
    .findLast((part) => part.startsWith('data: '))
  return line === undefined ? {} : (JSON.parse(line.slice('data: '.length)) as Reply)
}
