// Runs one tool call: checks its arguments, reserves its price if there is a budget, and runs it through the same
// handler as a metered HTTP call.
import type { Caller } from '../../accounts/caller.ts'
import type { RateVerdict } from '../../accounts/rate-limit.ts'
import type { CallRequest, CallResponse } from '../../calls/call-request.ts'
import { quoteKey } from '../../calls/idempotency.ts'
import { buildRefusalResponse } from '../../calls/responses.ts'
import { readQuotaLeft } from '../../ledger/usage.ts'
import { prepared, type Queryable, readRows } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/errors.ts'
import { uuidV7 } from '../../platform/lib/uuid.ts'
import { pathNames } from '../../platform/route-data.ts'
import type { Route } from '../routes/create-routes.ts'
import { isLookup } from '../routes/route.ts'
import {
  budgetExceeded,
  type LeftOut,
  type Part,
  renderResponse,
  type ToolResult,
  toolError,
} from './render-result.ts'
import { type Tool, takes } from './tools.ts'

type Invoke = (
  route: Route,
  pathParams: Record<string, string>,
  request: CallRequest,
) => Promise<CallResponse>

export type Session = {
  caller: Caller
  /** The secret of the key. */
  key: string
  /** From the MCP request; its tool calls use the same address and connection. */
  request: Pick<CallRequest, 'address' | 'hasClientGone'>
  /** The Idempotency-Key of the MCP request. */
  idempotencyKey: string | null
  /** One rate limit verdict per tool call of the request; each call takes one. */
  rates: RateVerdict[]
  /** Credits per day; null means no budget. */
  budget: number | null
  tools: readonly Tool[]
}

export type ToolDeps = { invoke: Invoke; budgets: DayBudget; pool: Queryable }

type Arguments = Record<string, unknown>

const retentionSeconds = 3600

export async function callTool(
  deps: ToolDeps,
  session: Session,
  { name, args, calls }: { name: string; args: Arguments; calls: number },
): Promise<ToolResult> {
  const rate = session.rates.shift()
  const call = name === 'rest' ? planRest(session, args) : planCall(session, { name, args, calls })
  if ('tool' in call) return run(deps, session, call, rate)
  // A call that reaches no route is refused here; any other above the limit is refused and logged by its route.
  return rate?.allowed === false ? refuseRate(rate.retryAfterSeconds) : call
}

type ToolCall = { tool: Tool; args: Arguments; id: string | null; part: Part | null }

function planCall(
  session: Session,
  { name, args, calls }: { name: string; args: Arguments; calls: number },
): ToolCall | ToolResult {
  const tool = session.tools.find((candidate) => candidate.name === name)
  if (!tool) return toolError(`There is no tool ${JSON.stringify(name)} for this key.`)
  // Each of several calls in one request gets its own key.
  const clientKey = session.idempotencyKey === null ? null : `${session.idempotencyKey}-${calls}`
  const id = tool.route.isIdempotent ? (clientKey ?? `mcp-${uuidV7()}`) : null
  return checkArguments({ tool, args, id, part: null })
}

/** Reads a part of a stored response; never runs the lookup itself, which would be charged. */
function planRest(session: Session, args: Arguments): ToolCall | ToolResult {
  const { id, tool: name, arguments: inner, path = '', from = 0 } = args
  const tool = session.tools.find((candidate) => candidate.name === name)
  if (!tool || !isLookup(tool.route) || !String(id).startsWith('mcp-') || !isArguments(inner))
    return toolError(
      'rest needs the id from the shortened answer, the same tool and arguments, a path and from.',
    )
  const part = { path: String(path), from: Math.max(0, Math.floor(Number(from)) || 0) }
  return checkArguments({ tool, args: inner, id: String(id), part })
}

export const isArguments = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function checkArguments(call: ToolCall): ToolCall | ToolResult {
  const { tool, args } = call
  const unknown = Object.keys(args).find((one) => !takes(tool, one))
  if (unknown === undefined) return call
  return toolError(
    `${tool.name} has no argument ${JSON.stringify(unknown)}; its arguments are ${Object.keys(tool.inputSchema.properties).join(', ')}.`,
  )
}

function refuseRate(retryAfterSeconds: number): ToolResult {
  const refusal = new Refusal('rate_limited', undefined, retryAfterSeconds)
  return renderResponse(buildRefusalResponse(refusal, {}), {
    id: null,
    part: null,
    left: { credits: null, quota: null, budget: null },
    isOutside: false,
    hint: () => '',
  })
}

async function run(
  deps: ToolDeps,
  session: Session,
  call: ToolCall,
  rate: RateVerdict | undefined,
): Promise<ToolResult> {
  const { tool, args, id, part } = call
  const { budget, caller } = session
  const price = part ? 0 : computePrice(session, tool, args)
  // A call above the rate limit is refused below and reserves no budget.
  const isPaid = price > 0 && rate?.allowed !== false
  const settle = budget !== null && isPaid ? await deps.budgets.reserve(caller.keyId, price, budget) : null
  if (budget !== null && isPaid && settle === null) {
    const left = await deps.budgets.left(caller.keyId, budget)
    return budgetExceeded(tool.name, price, { limit: budget, left })
  }
  const request = { ...buildRequest(session, call), ...(rate ? { rate } : {}) }
  const response = await deps.invoke(tool.route, pickPathParams(tool, args), request)
  const settled = await settle?.(countSpent(response, price))
  const budgetLeft =
    budget === null
      ? null
      : { limit: budget, left: settled ?? (await deps.budgets.left(caller.keyId, budget)) }
  const remaining = response.headers['x-credits-remaining']
  const credits = remaining === undefined ? null : Number(remaining)
  return renderResponse(response, {
    id: isLookup(tool.route) && id?.startsWith('mcp-') ? id : null,
    part,
    left: { credits, quota: await readQuotaLeft(deps.pool, caller), budget: budgetLeft },
    isOutside: isLookup(tool.route) || withRecords.has(tool.name),
    hint: (leftOut) => describeNext(tool, args, leftOut),
  })
}

/** Free tools whose responses hold records. */
const withRecords = new Set(['job', 'batch_results'])

/** How to see more items of a list: fewer fields of each, or the next range. */
function describeNext(tool: Tool, args: Arguments, { path, shown, unit }: LeftOut): string {
  if (unit !== 'items') return ''
  if (Object.hasOwn(tool.inputSchema.properties, 'from') && path === 'items')
    return `Next: ${tool.name} with from ${(Number(args.from) || 0) + shown}.`
  if (!takes(tool, 'fields')) return 'Ask for less at a time to see them.'
  return args.fields === undefined ? 'More items fit if you name the fields that you need in fields.' : ''
}

/** An accepted batch counts with the full price, because its end is not awaited. */
function countSpent({ status, headers }: CallResponse, price: number): number {
  if (headers['idempotent-replay'] === 'true') return 0
  return status === 202 ? price : Number(headers['x-credits-used'] ?? 0)
}

function computePrice({ tools }: Session, { route }: Tool, args: Arguments): number {
  if (isLookup(route)) return route.configured.price
  if (!route.isIdempotent) return 0
  const path = String(args.endpoint).replace(/^\/api(?=\/)/, '')
  const lookup = tools.map((tool) => tool.route).find((one) => isLookup(one) && one.path === path)
  // The server refuses an unknown endpoint without a charge.
  return lookup && isLookup(lookup) && Array.isArray(args.inputs)
    ? lookup.configured.price * args.inputs.length
    : 0
}

function pickPathParams({ route }: Tool, args: Arguments): Record<string, string> {
  return Object.fromEntries(pathNames(route.path).map((name) => [name, String(args[name] ?? '')]))
}

function buildRequest(session: Session, { tool: { route }, args, id, part }: ToolCall): CallRequest {
  const names = pathNames(route.path)
  const params = Object.entries(args).filter(
    ([name, value]) => !names.includes(name) && value !== null && value !== undefined,
  )
  const isPosted = route.method === 'POST'
  const query = isPosted ? [] : params.map(([name, value]): [string, string] => [name, toText(value)])
  const body = Buffer.from(isPosted ? JSON.stringify(Object.fromEntries(params)) : '')
  return {
    ...session.request,
    id: uuidV7(),
    method: route.method as CallRequest['method'],
    rawQuery: new URLSearchParams(query).toString(),
    keyHeaders: [session.key],
    bearerKeys: [],
    idempotencyKeys: id === null ? [] : [quoteKey(id)],
    idempotencyTtls: id === null ? [] : [String(retentionSeconds)],
    isStoredOnly: part !== null,
    contentType: isPosted ? 'application/json' : undefined,
    lastEventId: '',
    readBody: async () => body,
  }
}

const toText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

type DayBudget = ReturnType<typeof createDayBudget>

const today = `(quarry_now() at time zone 'UTC')::date`

// Also deletes rows older than a week.
const reserveStatement = prepared(
  'quarry-reserve-agent',
  `with old as (delete from agent_spending where key_id = $1 and day < ${today} - 7)
insert into agent_spending as spent (key_id, day, credits) values ($1, ${today}, $2)
on conflict (key_id, day) do update set credits = spent.credits + excluded.credits
where spent.credits + excluded.credits <= $3
returning day::text`,
)

const settleStatement = prepared(
  'quarry-settle-agent',
  `update agent_spending set credits = credits - $3 where key_id = $1 and day = $2::date
returning credits::integer`,
)

const spentStatement = prepared(
  'quarry-agent-spending',
  `select credits::integer from agent_spending where key_id = $1 and day = ${today}`,
)

/**
 * The daily budget (UTC) of a key's tool calls. One conditional statement reserves the price, so that concurrent calls
 * on any number of servers cannot exceed the budget together.
 */
export const createDayBudget = ({ pool }: { pool: Queryable }) => ({
  /**
   * Returns a function that releases what was not spent and returns the credits left; null if the price exceeds the
   * remaining budget.
   */
  async reserve(keyId: string, price: number, limit: number) {
    if (price > limit) return null
    const [row] = await readRows<{ day: string }>(pool, reserveStatement, [keyId, price, limit])
    if (!row) return null
    return async (spent: number): Promise<number> => {
      const values = [keyId, row.day, price - spent]
      const [settled] = await readRows<{ credits: number }>(pool, settleStatement, values)
      return limit - (settled?.credits ?? 0)
    }
  },
  async left(keyId: string, limit: number): Promise<number> {
    const [spent] = await readRows<{ credits: number }>(pool, spentStatement, [keyId])
    return Math.max(0, limit - (spent?.credits ?? 0))
  },
})
