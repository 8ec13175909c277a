// Creates a batch from a CSV file or pasted lines: choose the lookup, map columns to parameters, see the price, upload.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { quarry } from '../api.ts'
import { defaultPath, type LookupInfo, lookupsQuery } from '../reference.ts'
import { useRead, useWork } from '../requests.ts'
import { formatCredits, formatNumber, plural, t } from '../text.ts'
import { Button, FormField, SelectField } from '../ui/controls.tsx'
import { Bar, Dialog, Empty, Loaded, Problem } from '../ui/parts.tsx'
import { readCsv, uploadBatch, writeCsv, writeLines } from './batch-file.ts'
import { collectValues, EndpointField, singleCallOptions } from './lookup-form.tsx'

const maxItems = 100_000
const maxFileBytes = 50_000_000

export type BatchStart = { path: string; inputs: readonly Record<string, unknown>[] }
type NewBatchProps = { initial?: BatchStart; onClose: () => void; onMade: (id: string) => void }

export function NewBatchDialog({ initial, onClose, onMade }: NewBatchProps) {
  const lookups = useQuery(lookupsQuery)
  return (
    <Dialog title={initial ? t('New batch') : t('New batch from CSV')} onClose={onClose} wide>
      <Loaded query={lookups}>{(all) => <Form all={all} initial={initial} onMade={onMade} />}</Loaded>
    </Dialog>
  )
}

type FormProps = { all: LookupInfo[]; initial: BatchStart | undefined; onMade: (id: string) => void }

function Form({ all, initial, onMade }: FormProps) {
  const [path, setPath] = useState(initial?.path ?? defaultPath(all))
  const [text, setText] = useState(initial ? writeCsv(initial.inputs) : '')
  const [mapping, setMapping] = useState<Record<string, string>>({})
  /** The text of the chosen file; a text field would be slow with so much. */
  const [fileText, setFileText] = useState<string | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const [skipsBadLines, setSkipsBadLines] = useState(false)
  const [share, setShare] = useState<number | null>(null)
  const { problem, isBusy, work } = useWork()
  const source = fileText ?? text
  const csv = useMemo(() => (source.trim() === '' ? null : readCsv(source)), [source])
  const lookup = all.find((entry) => entry.path === path)
  if (!lookup) return <Empty title={t('This server has no lookups')} />
  const heads = csv?.heads ?? []
  // Options of all lookups are shown only if the file has a column of that name.
  const parameters = lookup.parameters.filter(
    ({ name, isCommon }) => !isCommon || (heads.includes(name) && !singleCallOptions.includes(name)),
  )
  const findColumn = (name: string) =>
    mapping[name] ?? heads.find((head) => head.toLowerCase() === name) ?? ''
  const inputs = (csv?.rows ?? [])
    .map((row, index) => ({
      line: csv?.lines[index] ?? 0,
      input: collectValues(parameters, (name) => row[heads.indexOf(findColumn(name))]?.trim() ?? '', true),
    }))
    .filter(({ input }) => Object.keys(input).length > 0)
  const price = inputs.length * lookup.credits
  const missing = parameters.filter(({ name, isRequired }) => isRequired && findColumn(name) === '')

  async function readFile(file: File | undefined) {
    setTooLarge(file !== undefined && file.size > maxFileBytes)
    setFileText(file && file.size <= maxFileBytes ? await file.text() : null)
    setMapping({})
  }
  const start = () =>
    work(async () => {
      setShare(0)
      // In steps, because each one builds the inputs again.
      const onProgress = (sent: number) => setShare(Math.round(sent * 20) / 20)
      const upload = { endpoint: path, text: writeLines(inputs), skipsBadLines, onProgress }
      onMade(await uploadBatch(upload).finally(() => setShare(null)))
    })

  return (
    <div className="space-y-3">
      <EndpointField all={all} path={path} onChange={setPath} />
      <FormField label={t('CSV file with a header line')}>
        <input
          className="input !py-1.5"
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => void readFile(event.target.files?.[0])}
        />
      </FormField>
      {fileText === null && (
        <FormField label={t('or paste the lines')}>
          <textarea
            className="input"
            rows={5}
            spellCheck={false}
            placeholder={buildExample(lookup)}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </FormField>
      )}
      {isTooLarge && <p className="text-sm text-red">{t('This file is too large for a batch.')}</p>}
      {csv !== null && (
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-1 text-sm font-medium">{t('Columns and parameters')}</legend>
          {parameters.map(({ name, isRequired }) => (
            <SelectField
              key={name}
              label={`${name}${isRequired ? ` (${t('required')})` : ''}`}
              value={findColumn(name)}
              onChange={(column) => setMapping({ ...mapping, [name]: column })}
            >
              <option value="">–</option>
              {[...new Set(heads)].map((head) => (
                <option key={head}>{head}</option>
              ))}
            </SelectField>
          ))}
        </fieldset>
      )}
      {inputs.length > maxItems && (
        <p className="text-sm text-red">
          {t(
            'A batch has at most {0} lines; this file has {1}.',
            formatNumber(maxItems),
            formatNumber(inputs.length),
          )}
        </p>
      )}
      {csv !== null && (
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={skipsBadLines}
            onChange={(event) => setSkipsBadLines(event.target.checked)}
          />
          {t('Skip bad lines instead of refusing the file')}
        </label>
      )}
      {inputs.length > 0 && <CreditsLeft price={price} />}
      {share !== null && <Bar share={share} label={t('Upload')} />}
      {problem !== null && <Problem error={problem} />}
      <Button
        look="main w-full"
        disabled={isBusy || inputs.length === 0 || inputs.length > maxItems || missing.length > 0}
        onClick={() => void start()}
      >
        {inputs.length === 0
          ? t('Start')
          : plural(
              inputs.length,
              'Start {0} line for up to {1}',
              'Start {0} lines for up to {1}',
              formatCredits(price),
            )}
      </Button>
    </div>
  )
}

/** Warns when the credits are too few: then the last lines are not run. */
function CreditsLeft({ price }: { price: number }) {
  const usage = useRead(['usage'], () => quarry.request('GET', '/v2/usage'))
  if (!usage.data) return null
  const { remaining } = usage.data
  return (
    <p className={`numbers text-sm ${price > remaining ? 'text-red' : 'quiet'}`}>
      {price > remaining
        ? t('Only {0} left.', formatCredits(remaining))
        : t('{0} left. Unused credits are returned.', formatCredits(remaining))}
    </p>
  )
}

const buildExample = ({ parameters }: LookupInfo) => {
  const required = parameters.filter(({ isCommon, isRequired }) => !isCommon && isRequired)
  return writeCsv([Object.fromEntries(required.map(({ name, example }) => [name, example ?? '…']))])
}
