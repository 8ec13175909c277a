// The calls of an account, or of all, page by page and as they happen. Both have the same form and the same filters.
import type { Schemas } from '@quarry/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { quarry } from '../api.ts'
import type { Search } from '../ui/search.ts'

export type Call = Schemas['LoggedCall']

export const filterNames = [
  'from',
  'to',
  'endpoint',
  'status',
  'reason',
  'key',
  'provider',
  'text',
  'request_id',
] as const
const pageSize = 100
/** As many as are kept of what comes in while one looks on. */
const tailMax = 500

export type Filters = Partial<Record<(typeof filterNames)[number] | 'account', string>>

export function readFilters(search: Search, isOperator: boolean): Filters {
  const names = isOperator ? [...filterNames, 'account' as const] : filterNames
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
}

export const toQuery = ({ status, ...filters }: Filters) => ({
  ...filters,
  ...(status === undefined ? {} : { status: Number(status) }),
})

export async function readPage(isOperator: boolean, filters: Filters, cursor?: string) {
  const query = { ...toQuery(filters), limit: pageSize, ...(cursor === undefined ? {} : { cursor }) }
  return isOperator
    ? (await quarry.request('GET', '/admin/calls', { query })).data
    : (await quarry.request('GET', '/v2/calls', { query })).data
}

export const useCalls = (isOperator: boolean, filters: Filters) =>
  useInfiniteQuery({
    queryKey: ['calls', isOperator, filters],
    queryFn: ({ pageParam }) => readPage(isOperator, filters, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  })

/** What comes in from now on, newest first; nothing while it is off. */
export function useTail(
  isOn: boolean,
  isOperator: boolean,
  filters: Filters,
  /** Those that the filter by key means, which names it by its alias. */
  keyIds: ReadonlySet<string>,
): { calls: Call[]; problem: unknown } {
  const [calls, setCalls] = useState<Call[]>([])
  const [problem, setProblem] = useState<unknown>(null)
  const marks = JSON.stringify(filters)
  const keys = useRef(keyIds)
  keys.current = keyIds
  useEffect(() => {
    setCalls([])
    setProblem(null)
    if (!isOn) return
    const stop = new AbortController()
    const wanted = JSON.parse(marks) as Filters
    async function follow() {
      const { signal } = stop
      for await (const event of isOperator ? quarry.allEvents({ signal }) : quarry.events({ signal })) {
        if (event.type !== 'call' || !isWanted(event.data, wanted)) continue
        if (wanted.key && !keys.current.has(event.data.key_id)) continue
        const { data } = event
        setCalls((before) => [data, ...before].slice(0, tailMax))
      }
    }
    follow().catch((error) => {
      if (!stop.signal.aborted) setProblem(error)
    })
    return () => stop.abort()
  }, [isOn, isOperator, marks])
  return { calls, problem }
}

const isWanted = (call: Call, { endpoint, status, reason, provider, text, account, from, to }: Filters) =>
  (!endpoint || call.endpoint === endpoint) &&
  (!status || call.recorded_status === Number(status)) &&
  (!reason || call.reason === reason) &&
  (!provider || call.provider === provider) &&
  (!account || call.account === account) &&
  (!text || (call.params ?? '').toLowerCase().includes(text.toLowerCase())) &&
  (!from || call.at >= from) &&
  (!to || call.at < to)
