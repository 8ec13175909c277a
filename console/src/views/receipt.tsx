// The receipt of a call: hold, settlement, ledger entries, provider and duration. The sums are computed again here to
// make a mismatch visible.
import type { Schemas } from '@quarry/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { quarry } from '../api.ts'
import { explainReason } from '../explain.ts'
import { lookupsQuery } from '../reference.ts'
import { useRead } from '../requests.ts'
import { formatCredits, formatMilliseconds, formatMoment, formatNumber, t, toText } from '../text.ts'
import { Button, Copy } from '../ui/controls.tsx'
import { Badge, Dialog, type Fact, FactList, Loaded, Status } from '../ui/parts.tsx'
import { type LoggedCall, readCallPage } from './calls-query.ts'
import { findRememberedRecord, readEarlierResult } from './run-lookup.ts'
import { curl } from './samples.ts'

type Receipted = Schemas['Receipt']

type ReceiptProps = { id: string; isOperator: boolean; onClose: () => void }

export function Receipt({ id, isOperator, onClose }: ReceiptProps) {
  return (
    <Dialog title={t('Receipt')} onClose={onClose} wide>
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <span className="mono quiet break-all">{id}</span> <Copy text={id} />
      </p>
      {isOperator ? <Rows id={id} /> : <Whole id={id} />}
    </Dialog>
  )
}

/** The operator sees the log rows of a call, but not its ledger entries. */
function Rows({ id }: { id: string }) {
  const rows = useQuery({
    queryKey: ['receipt', 'operator', id],
    queryFn: async () => (await readCallPage(true, { request_id: id })).data,
  })
  return (
    <Loaded query={rows}>{({ calls }) => calls.map((call) => <Logged key={call.at} call={call} />)}</Loaded>
  )
}

function Whole({ id }: { id: string }) {
  const receipt = useRead(['receipt', id], () =>
    quarry.request('GET', '/v2/calls/{request_id}', { path: { request_id: id } }),
  )
  return (
    <Loaded query={receipt}>
      {(data) => (
        <>
          <Sums receipt={data} />
          <Timing receipt={data} />
          {data.calls.map((call) => (
            <Logged key={`${call.at} ${call.recorded_status}`} call={call} />
          ))}
          <Again call={data.calls[0]} />
        </>
      )}
    </Loaded>
  )
}

function Sums({ receipt: { price, hold, settlement, ledger, provider, timings } }: { receipt: Receipted }) {
  const charged = ledger
    .filter(({ entry }) => entry === 'charge')
    .reduce((sum, { credits }) => sum + credits, 0)
  const isEven =
    settlement.credits === settlement.subscription + settlement.bonus &&
    (ledger.length === 0 || Math.abs(charged) === settlement.credits)
  const steps = [
    [t('Price'), price === null ? '–' : formatNumber(price), ''],
    [
      t('Held'),
      hold ? formatNumber(hold.credits) : '0',
      hold ? formatMoment(hold.created_at) : t('no open hold'),
    ],
    [
      t('Settled'),
      formatNumber(settlement.credits),
      t('{0} subscription, {1} bonus', formatNumber(settlement.subscription), formatNumber(settlement.bonus)),
    ],
    ...ledger.map(({ at, fund, entry, credits }) => [
      t('Ledger: {0}', t(entry)),
      formatNumber(credits),
      `${t(fund)}, ${formatMoment(at)}`,
    ]),
  ]
  return (
    <div className="mb-4">
      <ul className="numbers text-[0.9rem]">
        {steps.map(([name, credits, note]) => (
          <li key={`${name} ${note}`} className="flex flex-wrap gap-x-4 border-t border-line py-2">
            <span className="min-w-0 sm:w-40">{name}</span>
            <span className="quiet min-w-0 max-sm:order-last max-sm:w-full">{note}</span>
            <span className="ml-auto font-medium">{credits}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
        <Badge kind={isEven ? 'good' : 'bad'}>
          {isEven ? t('The sums match') : t('The sums do not match')}
        </Badge>
        {provider && <span className="quiet">{t('provider: {0}', provider)}</span>}
        {timings.ms !== null && <span className="quiet numbers">{formatMilliseconds(timings.ms)}</span>}
      </p>
    </div>
  )
}

function Logged({ call }: { call: LoggedCall }) {
  const facts: Fact[] = [
    [t('Time'), formatMoment(call.at)],
    [t('Account'), call.account],
    [t('Reason'), call.reason],
    [t('Provider'), call.provider],
    [t('Duration'), formatMilliseconds(call.ms)],
    [
      t('From the cache'),
      call.cache_age_seconds === null ? null : t('{0} s old', formatNumber(call.cache_age_seconds)),
    ],
    [t('Fields filled'), call.record_fields],
    [t('Form of the page'), call.record_form],
    [t('Job'), call.job_id],
    [t('Parameters'), call.params],
  ]
  const explained = call.recorded_status < 400 ? null : explainReason(call.reason)
  return (
    <section className="border-t border-line py-3">
      <h3 className="flex flex-wrap items-center gap-2">
        <Status code={call.recorded_status} /> <span className="mono">{call.endpoint}</span>
      </h3>
      {explained && (
        <p className="my-2 text-[0.9rem]">
          <span className="font-medium">{explained.title}.</span> {explained.advice}
        </p>
      )}
      <FactList facts={facts} />
    </section>
  )
}

/** Runs the call again at the current price; compares the results if the earlier one is still available. */
function Again({ call }: { call: LoggedCall | undefined }) {
  const lookups = useQuery(lookupsQuery)
  const id = call?.request_id ?? ''
  const first = useQuery({
    queryKey: ['earlier result', id],
    queryFn: () => readEarlierResult(id),
    enabled: call !== undefined && (call.job_id !== null || findRememberedRecord(id) !== undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const params = call?.params ? parseParams(call.params) : null
  const lookup = lookups.data?.find(({ path }) => path === call?.endpoint)
  if (!call || !lookup || params === null) return null
  const compared = first.data != null
  return (
    <div className="no-print border-t border-line pt-3">
      <p className="flex flex-wrap gap-2">
        <Link
          to="/console/playground"
          search={{ endpoint: call.endpoint, ...params, ...(compared ? { first: id } : {}) } as never}
          className="button main"
        >
          {compared
            ? t('Run again for {0} and compare', formatCredits(lookup.credits))
            : t('Run again for {0}', formatCredits(lookup.credits))}
        </Link>
        <Link
          to="/console/watches"
          search={{ endpoint: call.endpoint, ...params } as never}
          className="button"
        >
          {t('Watch this')}
        </Link>
        <Copy text={curl(lookup, params)} label={t('Copy as curl')} />
        <Button onClick={() => print()}>{t('Print')}</Button>
      </p>
    </div>
  )
}

/** Null for refused calls: the log has only the lengths of their parameters. */
function parseParams(text: string): Record<string, string> | null {
  try {
    const values = Object.entries(JSON.parse(text) as Record<string, unknown>)
    if (values.some(([, value]) => isLength(value))) return null
    return Object.fromEntries(values.map(([name, value]) => [name, toText(value)]))
  } catch {
    return null
  }
}

const isLength = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'length'

/** The duration of the call and, for a job, its time in the queue. */
function Timing({ receipt: { timings, calls } }: { receipt: Schemas['Receipt'] }) {
  const { received, at, ms } = timings
  if (received === null || at === null || ms === null) return null
  const wholeMs = Math.max(ms, Date.parse(at) - Date.parse(received), 1)
  const waitedMs = calls.some(({ job_id: job }) => job !== null) ? wholeMs - ms : 0
  const parts = [
    { name: t('waiting'), ms: waitedMs, colour: 'bg-edge' },
    { name: t('processing'), ms, colour: 'bg-accent' },
  ].filter((part) => part.ms > 0)
  const sum = parts.reduce((all, part) => all + part.ms, 0)
  if (sum === 0) return null
  return (
    <div className="mb-4">
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded">
        {parts.map(({ name, ms: partMs, colour }) => (
          <span key={name} className={colour} style={{ width: `${(partMs / sum) * 100}%` }} />
        ))}
      </div>
      <p className="numbers quiet mt-1.5 flex flex-wrap gap-x-4 text-[0.82rem]">
        {parts.map(({ name, ms: partMs, colour }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={`inline-block size-2 rounded-full ${colour}`} />
            {name} {formatMilliseconds(partMs)}
          </span>
        ))}
      </p>
    </div>
  )
}
