// The result of a lookup in the playground: record, price, provider, and headers with their meaning.
import { Link } from '@tanstack/react-router'
import { explain } from '../explain.ts'
import type { LookupInfo } from '../reference.ts'
import { formatCredits, formatMilliseconds, formatNumber, t } from '../text.ts'
import { Copy } from '../ui/controls.tsx'
import { DifferenceTable, differences } from '../ui/differences.tsx'
import { findList, type JsonRecord, ListTable, Outside, RecordCard, Tree } from '../ui/json.tsx'
import { Badge, Card, Status } from '../ui/parts.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import type { EarlierResult, LookupRun } from './run-lookup.ts'

const meanings: Record<string, () => string> = {
  'x-request-id': () => t('Id of the call in the log'),
  'x-credits-used': () => t('Credits charged for this call'),
  'x-credits-remaining': () => t('Credits left in the account'),
  'x-source-status': () => t('Current state of the endpoint'),
  'x-provider': () => t('Provider of the record'),
  'x-provider-licence': () => t('Licence of the data'),
  'x-provider-source': () => t('Web page of the subject'),
  'x-record-fields': () => t('Fields filled, of all fields'),
  'x-record-form': () => t('Form of the page that was read'),
  'x-record-partial': () => t('The record is incomplete'),
  'x-record-observed': () => t('When the data was observed'),
  age: () => t('Seconds since the record was fetched'),
  ratelimit: () => t('Requests left in the rate limit'),
  'ratelimit-policy': () => t('The rate limits of the account'),
  location: () => t('Path of the job'),
  'idempotent-replay': () => t('Repeated response for the same Idempotency-Key, not charged again'),
  'x-error-reason': () => t('Machine-readable reason of the error'),
  'retry-after': () => t('Seconds to wait before trying again'),
  'content-type': () => t('Type of the body'),
  'content-length': () => t('Size of the body in bytes'),
}

type LookupResponseProps = { run: LookupRun; lookup: LookupInfo; first: EarlierResult | null }

export function LookupResponse({ run, lookup, first }: LookupResponseProps) {
  const header = (name: string) => run.headers.find(([one]) => one === name)?.[1] ?? null
  const provider = header('x-provider')
  const id = header('x-request-id')
  return (
    <Card flush>
      <div
        className="flex flex-wrap items-center gap-x-3 gap-y-1 px-[1.1rem] pt-3.5 pb-2.5 text-sm"
        role="status"
      >
        {run.status !== null && <Status code={run.status} />}
        {provider && (
          <Badge kind={provider === 'sandbox' ? 'info' : 'good'}>
            {provider === 'sandbox' ? t('sandbox: invented data') : `${t('live')}: ${provider}`}
          </Badge>
        )}
        <span className="numbers">{formatCredits(Number(header('x-credits-used') ?? 0))}</span>
        <span className="quiet numbers">{formatMilliseconds(run.ms)}</span>
        {header('x-record-fields') && (
          <span className="quiet">
            {t('fields')} {header('x-record-fields')}
          </span>
        )}
        {first && run.error === null && <Compared first={first} data={run.data} />}
        {id && (
          <Link to="/console/calls" search={{ call: id } as never}>
            {t('Receipt')}
          </Link>
        )}
      </div>
      {run.error === null ? <Record run={run} first={first} /> : <ErrorResponse run={run} lookup={lookup} />}
    </Card>
  )
}

function ErrorResponse({ run, lookup }: { run: LookupRun; lookup: LookupInfo }) {
  const { title, advice } = explain(run.error)
  const retryAfter = run.headers.find(([name]) => name === 'retry-after')?.[1]
  return (
    <div role="alert" className="border-t border-line px-[1.1rem] py-4">
      <p className="font-medium text-red">{title}</p>
      <p className="mt-1 text-sm">{advice}</p>
      {retryAfter && <p className="mt-1 text-sm">{t('Try again in {0} s.', retryAfter)}</p>}
      {run.error instanceof Error && <p className="mono quiet mt-2">{run.error.message}</p>}
      {run.status === 404 && <p className="quiet mt-2 text-sm">{lookup.description}</p>}
      <Headers headers={run.headers} />
    </div>
  )
}

function Compared({ first, data }: { first: EarlierResult; data: unknown }) {
  const count = differences(first.data, data).length
  return (
    <Badge kind={count === 0 ? 'good' : 'warn'}>
      {count === 0 ? t('the same as before') : t('fields that differ: {0}', formatNumber(count))}
    </Badge>
  )
}

function Record({ run: { data, headers }, first }: { run: LookupRun; first: EarlierResult | null }) {
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  const rows = findList(data)
  const isOne = rows === null && typeof data === 'object' && data !== null && !Array.isArray(data)
  const tabs: Tab[] = [
    ...(rows ? [{ name: t('Table'), content: () => <ListTable rows={rows} /> }] : []),
    ...(isOne ? [{ name: t('Card'), content: () => <RecordCard record={data as JsonRecord} /> }] : []),
    {
      name: t('Tree'),
      content: () => (
        <div className="tree">
          <Tree value={data} />
        </div>
      ),
    },
    {
      name: t('Raw'),
      content: () => <pre className="mono max-h-[40rem] overflow-auto whitespace-pre-wrap">{text}</pre>,
    },
    { name: t('Headers'), content: () => <Headers headers={headers} /> },
  ]
  const compared: Tab = {
    name: t('Difference'),
    content: () => first && <DifferenceTable before={first.data} after={data} />,
  }
  const all = first ? [...tabs, compared] : tabs
  const start = first?.isRequested ? tabs.length : 0
  return <Tabs label={t('Response')} tabs={all} start={start} aside={<Copy text={text} />} />
}

function Headers({ headers }: { headers: LookupRun['headers'] }) {
  const described = headers.filter(([name]) => Object.hasOwn(meanings, name))
  return (
    <table className="mt-1 text-[0.85rem]">
      <tbody>
        {described.map(([name, value]) => (
          <tr key={name} className="max-sm:block max-sm:border-t max-sm:border-line max-sm:py-1.5">
            <td className="mono !pl-0 max-sm:block sm:whitespace-nowrap max-sm:!border-0 max-sm:!p-0">
              {name}
            </td>
            <td className="mono break-all max-sm:block max-sm:!border-0 max-sm:!p-0">
              {name === 'x-provider-source' ? <Outside href={value} /> : value}
            </td>
            <td className="quiet max-sm:block max-sm:!border-0 max-sm:!p-0">{meanings[name]?.()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
