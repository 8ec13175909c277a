// The rows of the call log. Only visible rows are rendered; the next page is loaded before the end is reached.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { remPx } from '../preferences.ts'
import { formatCalls, formatClockTime, formatNumber, t } from '../text.ts'
import { Status } from '../ui/parts.tsx'
import { Scroller } from '../ui/table.tsx'
import type { LoggedCall } from './calls-query.ts'

type CallListProps = {
  calls: LoggedCall[]
  isOperator: boolean
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
  onPick: (id: string) => void
}

const rowRem = 2.95
const columns =
  'grid items-center gap-x-3 grid-cols-[3.2rem_minmax(0,1fr)_3.5rem] @max-[16rem]:grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-cols-[3.2rem_10.5rem_minmax(0,15rem)_minmax(0,1fr)_6rem_4.5rem_3.5rem]'

export function CallList({ calls, isOperator, hasMore, isLoading, onMore, onPick }: CallListProps) {
  const place = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: calls.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowRem * remPx(),
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isLoading && last >= calls.length - 20) onMore()
  }, [hasMore, isLoading, last, calls.length, onMore])
  return (
    <div className="@container">
      <CallHeads isOperator={isOperator} />
      <Scroller ref={place} label={t('Calls')} className="h-[60vh] min-h-72 overflow-auto">
        <ul className="relative" style={{ height: `${rows.getTotalSize()}px` }}>
          {shown.map(({ index, start, size }) => {
            const call = calls[index]
            if (!call) return null
            return (
              <li
                key={index}
                className="absolute inset-x-0"
                style={{ height: `${size}px`, transform: `translateY(${start}px)` }}
              >
                <CallRow call={call} isOperator={isOperator} onClick={() => onPick(call.request_id)} />
              </li>
            )
          })}
        </ul>
      </Scroller>
      <p role="status" className="quiet px-[1.1rem] py-2 text-[0.82rem]">
        {isLoading ? t('Loading') : formatCalls(calls.length)}
        {hasMore && !isLoading && ` · ${t('more below')}`}
      </p>
    </div>
  )
}

const CallHeads = ({ isOperator }: { isOperator: boolean }) => (
  <div
    aria-hidden="true"
    className={`${columns} @max-[16rem]:hidden quiet border-b border-line px-[1.1rem] py-2 text-[0.8rem]`}
  >
    <span>{t('Status')}</span>
    <span className="max-sm:hidden">{t('Time')}</span>
    <span>{t('Endpoint')}</span>
    <span className="max-sm:hidden">{t('Parameters')}</span>
    <span className="max-sm:hidden">{isOperator ? t('Account') : t('Provider')}</span>
    <span className="text-right max-sm:hidden">ms</span>
    <span className="text-right">{t('Credits')}</span>
  </div>
)

type CallRowProps = { call: LoggedCall; isOperator: boolean; onClick: () => void }

const CallRow = ({ call, isOperator, onClick }: CallRowProps) => (
  <button
    type="button"
    className={`${columns} numbers h-full w-full border-b border-line px-[1.1rem] text-left text-[0.87rem] hover:bg-raised`}
    onClick={onClick}
  >
    <span>
      <Status code={call.recorded_status} />
    </span>
    <span className="quiet max-sm:hidden">{formatClockTime(call.at)}</span>
    <span className="mono truncate leading-tight">
      {call.endpoint.replace(/^\/v2\//, '')}
      <span className="quiet block truncate font-sans text-[0.78rem] sm:hidden">
        {formatClockTime(call.at)}
        {call.params && ` · ${call.params}`}
      </span>
    </span>
    <span className="mono quiet truncate max-sm:hidden">{call.params}</span>
    <span className="quiet truncate max-sm:hidden">{isOperator ? call.account : call.provider}</span>
    <span className="quiet text-right max-sm:hidden">{formatNumber(call.ms)}</span>
    <span className="text-right">{formatNumber(call.credits)}</span>
  </button>
)
