// The filters of the call log. Submitted filters are in the URL.
import type { FormEvent } from 'react'
import { t } from '../text.ts'
import { outcomeLabels } from '../ui/chart.tsx'
import { Button, FormField, readForm, TextField } from '../ui/controls.tsx'
import { useParams } from '../ui/search.tsx'
import { logFilterNames } from './calls-query.ts'

const labels: Record<string, () => string> = {
  text: () => t('Text in parameters'),
  endpoint: () => t('Endpoint'),
  status: () => t('Status'),
  reason: () => t('Reason'),
  key: () => t('Key'),
  provider: () => t('Provider'),
  from: () => t('From'),
  to: () => t('To'),
  account: () => t('Account'),
  request_id: () => t('Request id'),
}
/** The filters that are always visible. */
const mainFilters = ['account', 'text', 'endpoint', 'status', 'outcome']

const placeholders: Record<string, string> = {
  endpoint: '/v2/company',
  status: '404',
  reason: 'not_found',
  from: '2026-01-31',
  to: '2026-01-31',
}

export function CallFilterForm({ isOperator }: { isOperator: boolean }) {
  const [search, setSearch] = useParams()
  const names = [...(isOperator ? ['account'] : []), ...logFilterNames]
  const isFiltered = names.some((name) => search[name])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    setSearch(Object.fromEntries(names.map((name) => [name, read(name) || undefined])))
  }
  const field = (name: string) =>
    name === 'outcome' ? (
      <OutcomeField key={name} outcome={search[name]} />
    ) : (
      <TextField
        key={name}
        label={labels[name]?.() ?? name}
        name={name}
        defaultValue={search[name] ?? ''}
        placeholder={placeholders[name] ?? ''}
      />
    )
  const first = names.filter((name) => mainFilters.includes(name))
  const rest = names.filter((name) => !mainFilters.includes(name))
  return (
    <form
      // Resets the fields when the URL changes, for example on a step back.
      key={names.map((name) => search[name] ?? '').join('\n')}
      onSubmit={submit}
      className="no-print"
    >
      <div className="pairs items-end gap-3 sm:flex sm:flex-wrap sm:[&>label]:w-52">
        {first.map(field)}
        <div className="flex flex-wrap items-end gap-2">
          <Button type="submit">{t('Filter')}</Button>
          {isFiltered && (
            <Button onClick={() => setSearch(Object.fromEntries(names.map((name) => [name, undefined])))}>
              {t('Clear')}
            </Button>
          )}
        </div>
      </div>
      <details className="mt-2" open={rest.some((name) => search[name])}>
        <summary className="quiet w-fit cursor-pointer text-sm">{t('More filters')}</summary>
        <div className="pairs mt-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">{rest.map(field)}</div>
      </details>
    </form>
  )
}

const OutcomeField = ({ outcome }: { outcome: string | undefined }) => (
  <FormField label={t('Outcome')}>
    <select className="input" name="outcome" defaultValue={outcome ?? ''}>
      <option value="">{t('All outcomes')}</option>
      {Object.entries(outcomeLabels()).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  </FormField>
)
