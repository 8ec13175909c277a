// A batch from a table: choose the lookup, say which column is which parameter, see the price, start.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quarry } from '../api.ts'
import { type Csv, readCsv } from '../csv.ts'
import { type Lookup, lookupsQuery } from '../reference.ts'
import { number, t } from '../text.ts'
import { Dialog, Empty, Field, Problem, Shown } from '../ui/parts.tsx'

const maxItems = 1_000

export function NewBatch({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const lookups = useQuery(lookupsQuery)
  return (
    <Dialog title={t('New batch from CSV')} onClose={onClose} wide>
      <Shown query={lookups}>{(all) => <Form all={all} onMade={onMade} />}</Shown>
    </Dialog>
  )
}

function Form({ all, onMade }: { all: Lookup[]; onMade: (id: string) => void }) {
  const [path, setPath] = useState(all[0]?.path ?? '')
  const [csv, setCsv] = useState<Csv | null>(null)
  const [mapping, setMapping] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const lookup = all.find((one) => one.path === path)
  if (!lookup) return <Empty title={t('This server has no lookups')} />
  const parameters = lookup.parameters.filter(({ isCommon }) => !isCommon)
  const columnOf = (name: string) =>
    mapping[name] ?? csv?.heads.find((head) => head.toLowerCase() === name) ?? ''
  const inputs = csv === null ? [] : inputsOf(csv, lookup, columnOf)
  const missing = parameters.filter(({ name, isRequired }) => isRequired && columnOf(name) === '')

  async function start() {
    setBusy(true)
    setProblem(null)
    try {
      const { data } = await quarry.request('POST', '/v2/batches', {
        body: { endpoint: path, inputs } as never,
      })
      onMade((data as { batch_id: string }).batch_id)
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }

  return (
    <div className="space-y-3">
      <Field label={t('Endpoint')}>
        <select className="input" value={path} onChange={(event) => setPath(event.target.value)}>
          {all.map((one) => (
            <option key={one.path} value={one.path}>
              {one.summary} ({one.path})
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('CSV file, with names in its first line')}>
        <input
          className="input !py-1.5"
          type="file"
          accept=".csv,text/csv"
          onChange={async (event) => {
            const file = event.target.files?.[0]
            setCsv(file ? readCsv(await file.text()) : null)
            setMapping({})
          }}
        />
      </Field>
      {csv !== null && (
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-1 text-sm font-medium">{t('Which column is which parameter')}</legend>
          {parameters.map(({ name, isRequired }) => (
            <Field key={name} label={`${name}${isRequired ? ` (${t('required')})` : ''}`}>
              <select
                className="input"
                value={columnOf(name)}
                onChange={(event) => setMapping({ ...mapping, [name]: event.target.value })}
              >
                <option value="">–</option>
                {csv.heads.map((head) => (
                  <option key={head}>{head}</option>
                ))}
              </select>
            </Field>
          ))}
        </fieldset>
      )}
      {inputs.length > maxItems && (
        <p className="text-red">
          {t('A batch has {0} lines at most; this file has {1}.', maxItems, inputs.length)}
        </p>
      )}
      {problem !== null && <Problem error={problem} />}
      <button
        type="button"
        className="button main w-full"
        disabled={isBusy || inputs.length === 0 || inputs.length > maxItems || missing.length > 0}
        onClick={() => void start()}
      >
        {inputs.length === 0
          ? t('Start')
          : t(
              'Start {0} lines for up to {1} credits',
              number(inputs.length),
              number(inputs.length * lookup.credits),
            )}
      </button>
    </div>
  )
}

function inputsOf({ heads, rows }: Csv, { parameters }: Lookup, columnOf: (name: string) => string) {
  const columns = parameters.flatMap(({ name, type, isCommon }) => {
    const index = isCommon ? -1 : heads.indexOf(columnOf(name))
    return index === -1 ? [] : [{ name, type, index }]
  })
  return rows.flatMap((row) => {
    const pairs = columns.flatMap(({ name, type, index }) => {
      const text = row[index]?.trim() ?? ''
      return text === '' ? [] : [[name, typedAs(type, text)]]
    })
    return pairs.length === 0 ? [] : [Object.fromEntries(pairs) as Record<string, unknown>]
  })
}

function typedAs(type: string, text: string): unknown {
  if (type === 'integer' || type === 'number') return Number.isNaN(Number(text)) ? text : Number(text)
  if (type === 'boolean')
    return text.toLowerCase() === 'true' ? true : text.toLowerCase() === 'false' ? false : text
  return text
}
