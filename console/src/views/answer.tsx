// What a call came to: the record to look at, what it cost, who gave it, and every header with what it means.
import { Link } from '@tanstack/react-router'
import { differences } from '../differences.ts'
import { explain } from '../explain.ts'
import type { Lookup } from '../reference.ts'
import { credits, number, t } from '../text.ts'
import { DifferenceTable } from '../ui/difference-table.tsx'
import { ListTable, listIn, Outside, Tree } from '../ui/json.tsx'
import { Badge, Card, Copy, Status } from '../ui/parts.tsx'
import { type Tab, Tabs } from '../ui/tabs.tsx'
import type { FirstAnswer } from './first-answer.ts'
import type { Ran } from './run-lookup.ts'

const meanings: Record<string, () => string> = {
  'x-request-id': () => t('By which the log knows the call'),
  'x-credits-used': () => t('What this call cost'),
  'x-credits-remaining': () => t('What the account has left'),
  'x-source-status': () => t('How the endpoint does at the moment'),
  'x-provider': () => t('Who gave the record'),
  'x-provider-licence': () => t('The licence of its data'),
  'x-provider-source': () => t('Where a person finds the subject'),
  'x-record-fields': () => t('How many of its fields the record fills'),
  'x-record-form': () => t('The form of the page that was read'),
  'x-record-partial': () => t('The answer is not all there is'),
  'x-record-observed': () => t('When somebody saw what the record tells'),
  age: () => t('Seconds since the record was fetched'),
  ratelimit: () => t('What is left of the rate limit'),
  'ratelimit-policy': () => t('The rate limits of the account'),
  location: () => t('Where the job is'),
  'idempotent-replay': () => t('Answered before under the same key, and not billed again'),
  'x-error-reason': () => t('Why the call was refused, for programs'),
  'retry-after': () => t('Seconds until another try makes sense'),
  'content-type': () => t('What the body is'),
  'content-length': () => t('How many bytes it has'),
}

type AnswerProps = { ran: Ran; lookup: Lookup; first: FirstAnswer | null }

export function Answer({ ran, lookup, first }: AnswerProps) {
  const header = (name: string) => ran.headers.find(([one]) => one === name)?.[1] ?? null
  const provider = header('x-provider')
  const id = header('x-request-id')
  return (
    <Card flush>
      <div
        className="flex flex-wrap items-center gap-x-3 gap-y-1 px-[1.1rem] pt-3.5 pb-2.5 text-sm"
        role="status"
      >
        {ran.status !== null && <Status code={ran.status} />}
        {provider && (
          <Badge kind={provider === 'sandbox' ? 'info' : 'good'}>
            {provider === 'sandbox' ? t('sandbox: invented data') : `${t('live')}: ${provider}`}
          </Badge>
        )}
        <span className="numbers">{credits(Number(header('x-credits-used') ?? 0))}</span>
        <span className="quiet numbers">{number(ran.ms)} ms</span>
        {header('x-record-fields') && (
          <span className="quiet">
            {t('fields')} {header('x-record-fields')}
          </span>
        )}
        {first && ran.error === null && <Compared first={first} data={ran.data} />}
        {id && (
          <Link to="/console/calls" search={{ call: id } as never}>
            {t('Receipt')}
          </Link>
        )}
      </div>
      {ran.error === null ? <Record ran={ran} first={first} /> : <Refused ran={ran} lookup={lookup} />}
    </Card>
  )
}

function Refused({ ran, lookup }: { ran: Ran; lookup: Lookup }) {
  const { title, advice } = explain(ran.error)
  return (
    <div role="alert" className="border-t border-line px-[1.1rem] py-4">
      <p className="font-medium text-red">{title}</p>
      <p className="mt-1 text-sm">{advice}</p>
      {ran.error instanceof Error && <p className="mono quiet mt-2">{ran.error.message}</p>}
      {ran.status === 404 && <p className="quiet mt-2 text-sm">{lookup.description}</p>}
      <Headers headers={ran.headers} />
    </div>
  )
}

function Compared({ first, data }: { first: FirstAnswer; data: unknown }) {
  const count = differences(first.data, data).length
  return (
    <Badge kind={count === 0 ? 'good' : 'warn'}>
      {count === 0 ? t('the same as before') : t('fields that differ: {0}', number(count))}
    </Badge>
  )
}

function Record({ ran: { data, headers }, first }: { ran: Ran; first: FirstAnswer | null }) {
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  const rows = listIn(data)
  const tabs: Tab[] = [
    {
      name: t('Tree'),
      content: () => (
        <div className="tree">
          <Tree value={data} />
        </div>
      ),
    },
    ...(rows ? [{ name: t('Table'), content: () => <ListTable rows={rows} /> }] : []),
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
  // Whoever asked for it sees it first; otherwise it is there for whoever looks.
  const all = first ? [...tabs, compared] : tabs
  const start = first?.isAsked ? tabs.length : 0
  return <Tabs label={t('The answer')} tabs={all} start={start} aside={<Copy text={text} />} />
}

function Headers({ headers }: { headers: Ran['headers'] }) {
  const known = headers.filter(([name]) => Object.hasOwn(meanings, name))
  return (
    <table className="mt-1 text-[0.85rem]">
      <tbody>
        {known.map(([name, value]) => (
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
