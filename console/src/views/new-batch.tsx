// A batch from a table: choose the lookup, say which column is which parameter, see the price, start. The table is a file,
// or lines that are typed or brought along.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { quarry } from '../api.ts'
import { readCsv, writeCsv } from '../csv.ts'
import { type Lookup, lookupsQuery, usualPath } from '../reference.ts'
import { credits, number, t } from '../text.ts'
import { Dialog, Empty, Field, Problem, Shown } from '../ui/parts.tsx'
import { useWork } from '../ui/work.ts'
import { readInputs, selectParameters } from './batch-inputs.ts'
import { EndpointField } from './endpoint-field.tsx'

const maxItems = 1_000
/** Far more than so many lines need; a film is no table. */
const maxFileBytes = 10_000_000

export type BatchStart = { path: string; inputs: readonly Record<string, unknown>[] }
type NewBatchProps = { initial?: BatchStart; onClose: () => void; onMade: (id: string) => void }

export function NewBatch({ initial, onClose, onMade }: NewBatchProps) {
  const lookups = useQuery(lookupsQuery)
  return (
    <Dialog title={initial ? t('New batch') : t('New batch from CSV')} onClose={onClose} wide>
      <Shown query={lookups}>{(all) => <Form all={all} initial={initial} onMade={onMade} />}</Shown>
    </Dialog>
  )
}

type FormProps = { all: Lookup[]; initial: BatchStart | undefined; onMade: (id: string) => void }

function Form({ all, initial, onMade }: FormProps) {
  const [path, setPath] = useState(initial?.path ?? usualPath(all))
  const [text, setText] = useState(initial ? writeCsv(initial.inputs) : '')
  const [mapping, setMapping] = useState<Record<string, string>>({})
  const [isTooLarge, setTooLarge] = useState(false)
  const { problem, isBusy, work } = useWork()
  const csv = useMemo(() => (text.trim() === '' ? null : readCsv(text)), [text])
  const lookup = all.find((one) => one.path === path)
  if (!lookup) return <Empty title={t('This server has no lookups')} />
  const parameters = selectParameters(lookup, csv?.heads ?? [])
  const findColumn = (name: string) =>
    mapping[name] ?? csv?.heads.find((head) => head.toLowerCase() === name) ?? ''
  const inputs = csv === null ? [] : readInputs(csv, parameters, findColumn)
  const missing = parameters.filter(({ name, isRequired }) => isRequired && findColumn(name) === '')

  async function take(file: File | undefined) {
    setTooLarge(file !== undefined && file.size > maxFileBytes)
    setText(file && file.size <= maxFileBytes ? await file.text() : '')
    setMapping({})
  }
  const start = () =>
    work(async () => {
      const { data } = await quarry.request('POST', '/v2/batches', {
        body: { endpoint: path, inputs } as never,
      })
      onMade((data as { batch_id: string }).batch_id)
    })

  return (
    <div className="space-y-3">
      <EndpointField all={all} path={path} onChange={setPath} />
      <Field label={t('CSV file, with names in its first line')}>
        <input
          className="input !py-1.5"
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </Field>
      <Field label={t('or its lines')}>
        <textarea
          className="input"
          rows={5}
          spellCheck={false}
          placeholder={buildExample(lookup)}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {isTooLarge && <p className="text-sm text-red">{t('This file is too large for a batch.')}</p>}
      {csv !== null && (
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-1 text-sm font-medium">{t('Which column is which parameter')}</legend>
          {parameters.map(({ name, isRequired }) => (
            <Field key={name} label={`${name}${isRequired ? ` (${t('required')})` : ''}`}>
              <select
                className="input"
                value={findColumn(name)}
                onChange={(event) => setMapping({ ...mapping, [name]: event.target.value })}
              >
                <option value="">–</option>
                {[...new Set(csv.heads)].map((head) => (
                  <option key={head}>{head}</option>
                ))}
              </select>
            </Field>
          ))}
        </fieldset>
      )}
      {inputs.length > maxItems && (
        <p className="text-sm text-red">
          {t('A batch has {0} lines at most; this file has {1}.', number(maxItems), number(inputs.length))}
        </p>
      )}
      {inputs.length > 0 && <Room price={inputs.length * lookup.credits} />}
      {problem !== null && <Problem error={problem} />}
      <button
        type="button"
        className="button main w-full"
        disabled={isBusy || inputs.length === 0 || inputs.length > maxItems || missing.length > 0}
        onClick={() => void start()}
      >
        {startText(inputs.length, inputs.length * lookup.credits)}
      </button>
    </div>
  )
}

function startText(count: number, price: number): string {
  if (count === 0) return t('Start')
  return count === 1
    ? t('Start 1 line for up to {0}', credits(price))
    : t('Start {0} lines for up to {1} credits', number(count), number(price))
}

/** Whether there is enough: all of it is set aside when the batch starts. */
function Room({ price }: { price: number }) {
  const usage = useQuery({
    queryKey: ['usage'],
    queryFn: async () => (await quarry.request('GET', '/v2/usage')).data,
  })
  if (!usage.data) return null
  const { remaining } = usage.data
  return (
    <p className={`numbers text-sm ${price > remaining ? 'text-red' : 'quiet'}`}>
      {price > remaining
        ? t('There are only {0} credits left.', number(remaining))
        : t('{0} credits are left; what a line does not cost is given back.', number(remaining))}
    </p>
  )
}

const buildExample = ({ parameters }: Lookup) => {
  const named = parameters.filter(({ isCommon, isRequired }) => !isCommon && isRequired)
  return writeCsv([Object.fromEntries(named.map(({ name, example }) => [name, example ?? '…']))])
}
