// Reads the call log of an account, or of all accounts, page by page and live.
import type { Schemas } from '@quarry/sdk'
import { useEffect, useRef, useState } from 'react'
import { quarry } from '../api.ts'
import { usePages } from '../requests.ts'
import type { SearchParams } from '../ui/search.tsx'

export type LoggedCall = Schemas['LoggedCall']

export const logFilterNames = [
  'from',
  'to',
  'endpoint',
  'status',
  'outcome',
  'reason',
  'key',
  'provider',
  'text',
  'request_id',
] as const
const pageSize = 100
/** How many live calls are kept. */
const tailMax = 500

export type LogFilters = Partial<Record<(typeof logFilterNames)[number] | 'account', string>>

export function readLogFilters(search: SearchParams, isOperator: boolean): LogFilters {
  const names = isOperator ? [...logFilterNames, 'account' as const] : logFilterNames
  return Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
}

/** The outcome comes from the URL and is not checked here; the server refuses an unknown one. */
export const toQuery = ({ status, outcome, ...filters }: LogFilters) => ({
  ...filters,
  ...(status === undefined ? {} : { status: Number(status) }),
  ...(outcome === undefined ? {} : { outcome: outcome as LoggedCall['outcome'] }),
})

export function readCallPage(isOperator: boolean, filters: LogFilters, cursor: { cursor?: string } = {}) {
  const query = { ...toQuery(filters), limit: pageSize, ...cursor }
  return isOperator
    ? quarry.request('GET', '/admin/calls', { query })
    : quarry.request('GET', '/v2/calls', { query })
}

export const useCalls = (isOperator: boolean, filters: LogFilters) =>
  usePages(['calls', isOperator, filters], (cursor) => readCallPage(isOperator, filters, cursor))

/** New calls while `isOn`, newest first. */
export function useTail(
  isOn: boolean,
  isOperator: boolean,
  filters: LogFilters,
  /** Ids of the keys that the filter selects, which may name a key by its alias. */
  keyIds: ReadonlySet<string>,
): { calls: LoggedCall[]; problem: unknown } {
  const [calls, setCalls] = useState<LoggedCall[]>([])
  const [problem, setProblem] = useState<unknown>(null)
  const filterText = JSON.stringify(filters)
  const keys = useRef(keyIds)
  keys.current = keyIds
  useEffect(() => {
    setCalls([])
    setProblem(null)
    if (!isOn) return
    const stop = new AbortController()
    const selected = JSON.parse(filterText) as LogFilters
    async function follow() {
      const { signal } = stop
      for await (const event of isOperator ? quarry.allEvents({ signal }) : quarry.events({ signal })) {
        if (event.type !== 'call' || !isSelected(event.data, selected)) continue
        if (selected.key && !keys.current.has(event.data.key_id)) continue
        const { data } = event
        setCalls((before) => [data, ...before].slice(0, tailMax))
      }
    }
    follow().catch((error) => {
      if (!stop.signal.aborted) setProblem(error)
    })
    return () => stop.abort()
  }, [isOn, isOperator, filterText])
  return { calls, problem }
}

const isSelected = (call: LoggedCall, { endpoint, status, outcome, reason, ...others }: LogFilters) =>
  (!endpoint || call.endpoint === endpoint) &&
  (!status || call.recorded_status === Number(status)) &&
  (!outcome || call.outcome === outcome) &&
  (!reason || call.reason === reason) &&
  isAlsoSelected(call, others)

const isAlsoSelected = (call: LoggedCall, { provider, text, account, from, to }: LogFilters) =>
  (!provider || call.provider === provider) &&
  (!account || call.account === account) &&
  (!text || (call.params ?? '').toLowerCase().includes(text.toLowerCase())) &&
  (!from || call.at >= from) &&
  (!to || call.at < to)
