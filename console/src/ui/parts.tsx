// Components that all views share.
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isError } from '../api.ts'
import { explain } from '../explain.ts'
import { formatNumber, type Outcomes, t } from '../text.ts'
import { Button } from './controls.tsx'
import { CallsLink, type SearchParams } from './search.tsx'

export function ViewPage({ title, note, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Quarry`
  }, [title])
  return (
    <>
      <header className="mb-5 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1>{title}</h1>
          {note && <p className="quiet mt-0.5 text-sm">{note}</p>}
        </div>
        <div className="no-print flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      {children}
    </>
  )
}
type PageProps = { title: string; note?: ReactNode; actions?: ReactNode; children: ReactNode }

export function Card({ title, aside, children, flush = false, className = '' }: CardProps) {
  return (
    <section className={`card min-w-0 ${className}`}>
      {(title || aside) && (
        <div className="flex flex-wrap items-center justify-between gap-2 px-[1.1rem] pt-3.5 pb-2">
          {title && <h2>{title}</h2>}
          {aside}
        </div>
      )}
      <div className={flush ? '' : 'px-[1.1rem] pt-1 pb-4'}>{children}</div>
    </section>
  )
}
type CardProps = {
  title?: ReactNode
  aside?: ReactNode
  children: ReactNode
  flush?: boolean
  className?: string
}

type StatProps = {
  label: string
  value: ReactNode
  note?: ReactNode
  /** The path of the view with the details of the number. */
  to?: string
  search?: SearchParams
}

export function Stat({ label, value, note, to, search = {} }: StatProps) {
  const head = (
    <>
      <span className={`block text-[0.82rem] font-medium ${to ? '' : 'quiet'}`}>{label}</span>{' '}
      <span className="numbers mt-0.5 block text-[1.6rem] leading-tight font-semibold tracking-tight text-ink">
        {value}
      </span>
    </>
  )
  return (
    <div className="card px-[1.1rem] py-3.5">
      {to ? (
        <Link to={to} search={search as never} className="block">
          {head}
        </Link>
      ) : (
        head
      )}
      <div className="quiet mt-0.5 min-h-[1.2rem] text-[0.82rem]">{note}</div>
    </div>
  )
}

type OtherOutcomesProps = {
  counts: Omit<Outcomes, 'calls'>
  /** The filters that select the counted calls. */
  filters: SearchParams
}

/** Calls without a record, by outcome, as links; only failures are red. */
export function OtherOutcomes({ counts, filters }: OtherOutcomesProps) {
  const { no_match: noMatch, refused, failed } = counts
  const link = (outcome: string, text: string, colour = 'text-inherit') => (
    <CallsLink filters={{ ...filters, outcome }} className={`whitespace-nowrap ${colour}`}>
      {text}
    </CallsLink>
  )
  return (
    <>
      {link('no_match', t('{0} no match', formatNumber(noMatch)))} ·{' '}
      {link('refused', t('{0} refused', formatNumber(refused)))} ·{' '}
      {link('failed', t('{0} failed', formatNumber(failed)), failed > 0 ? 'text-red' : 'text-inherit')}
    </>
  )
}

export function Badge({ kind = '', children }: { kind?: BadgeKind; children: ReactNode }) {
  return <span className={`badge ${kind}`}>{children}</span>
}
export type BadgeKind = '' | 'good' | 'info' | 'warn' | 'bad'

export function Status({ code }: { code: number }) {
  // A 404 says that there is no record; only a failure is red.
  const isExpected = code < 400 || code === 404
  const kind = code < 300 ? 'good' : isExpected ? 'info' : code < 500 ? 'warn' : 'bad'
  return <Badge kind={kind}>{code}</Badge>
}

const stateKinds: Record<string, BadgeKind> = {
  completed: 'good',
  delivered: 'good',
  operational: 'good',
  active: 'good',
  running: 'info',
  queued: '',
  pending: '',
  failed: 'bad',
  paused: 'warn',
  degraded: 'warn',
  cancelled: 'warn',
}
export const State = ({ state }: { state: string }) => (
  <Badge kind={stateKinds[state] ?? ''}>{t(state)}</Badge>
)

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="px-4 py-10 text-center">
      <p className="font-medium">{title}</p>
      {children && <div className="quiet mx-auto mt-1 max-w-md text-sm">{children}</div>}
    </div>
  )
}

export function Loading({ rows = 4 }: { rows?: number }) {
  return (
    <div role="status" aria-label={t('Loading')} className="space-y-2.5 p-4">
      {Array.from({ length: rows }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={n} className="skeleton h-5" />
      ))}
    </div>
  )
}

export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, advice } = explain(error)
  return (
    <div role="alert" className="px-4 py-8 text-center">
      <p className="font-medium text-red">{title}</p>
      <p className="quiet mx-auto mt-1 max-w-md text-sm">{advice}</p>
      {isError(error) && error.requestId && <p className="mono quiet mt-1 break-all">{error.requestId}</p>}
      {retry && (
        <Button look="mt-3" onClick={retry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

type Query<T> = { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }

/** Shows the data of a query, its error, or that it is loading. */
export function Loaded<T>({ query, rows, children }: ShownProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Problem error={query.error} retry={() => void query.refetch()} />
  return <Loading {...(rows === undefined ? {} : { rows })} />
}
type ShownProps<T> = { query: Query<T>; rows?: number; children: (data: T) => ReactNode }

/** A native dialog: it keeps the focus, and Escape closes it. */
export function Dialog({ title, onClose, children, wide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      className={`card m-auto max-h-[88vh] w-[calc(100%-2rem)] overflow-auto p-5 text-ink ${wide === 'most' ? 'max-w-4xl' : wide ? 'max-w-3xl' : 'max-w-lg'}`}
    >
      <div className="mb-3 flex flex-wrap items-start gap-3">
        <h2 id={id} className="flex-1 basis-24">
          {title}
        </h2>
        <Button look="small ml-auto" onClick={() => ref.current?.close()}>
          {t('Close')}
        </Button>
      </div>
      {children}
    </dialog>
  )
}
type DialogProps = { title: string; onClose: () => void; children: ReactNode; wide?: boolean | 'most' }

export function Bar({ share, label }: { share: number; label: string }) {
  return (
    <div
      className="bar"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${Math.min(1, share) * 100}%` }} />
    </div>
  )
}

/** Counts down to a moment. */
export function Countdown({ until, over }: { until: string; over: string }) {
  const [now, setNow] = useState(Date.now)
  const leftSeconds = Math.max(0, Math.round((Date.parse(until) - now) / 1000))
  const isOver = leftSeconds === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isOver])
  return (
    <span role="timer" className="numbers">
      {isOver ? over : formatDuration(leftSeconds)}
    </span>
  )
}

/** The two largest units. */
function formatDuration(seconds: number): string {
  const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit)) as [
    number,
    number,
    number,
  ]
  if (days > 0) return t('{0} d {1} h', days, hours % 24)
  if (hours > 0) return t('{0} h {1} min', hours, minutes % 60)
  return t('{0} min {1} s', minutes, seconds % 60)
}

/** A value of null leaves the row out. */
export type Fact = readonly [name: string, value: string | null]

export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="mt-2 space-y-1 text-[0.88rem]">
    {facts.map(([name, value]) =>
      value === null ? null : (
        <div key={name} className="flex flex-wrap">
          <dt className="quiet w-[8.5rem] max-w-full">{name}</dt>
          <dd className="flex-1 basis-28">{value}</dd>
        </div>
      ),
    )}
  </dl>
)
