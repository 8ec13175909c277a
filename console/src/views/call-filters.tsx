// The filters of the log; what is typed stands in the address once it is entered.
import { type FormEvent, useRef } from 'react'
import { t } from '../text.ts'
import { Field } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { filterNames } from './calls-query.ts'

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
/** Those that are always in sight. */
const usual = ['account', 'text', 'endpoint', 'status']

const placeholders: Record<string, string> = {
  endpoint: '/v2/company',
  status: '404',
  reason: 'not_found',
  from: '2026-01-31',
  to: '2026-01-31',
}

export function CallFilters({ isOperator }: { isOperator: boolean }) {
  const [search, setSearch] = useParams()
  const form = useRef<HTMLFormElement>(null)
  const names = [...(isOperator ? ['account'] : []), ...filterNames]
  const isFiltered = names.some((name) => search[name])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = new FormData(form.current ?? undefined)
    setSearch(
      Object.fromEntries(names.map((name) => [name, String(given.get(name) ?? '').trim() || undefined])),
    )
  }
  const field = (name: string) => (
    <Field key={name} label={labels[name]?.() ?? name}>
      <input
        className="input"
        name={name}
        defaultValue={search[name] ?? ''}
        placeholder={placeholders[name] ?? ''}
        spellCheck={false}
      />
    </Field>
  )
  const first = names.filter((name) => usual.includes(name))
  const rest = names.filter((name) => !usual.includes(name))
  return (
    <form
      ref={form}
      // What the address says is what the fields say, also after a step back.
      key={names.map((name) => search[name] ?? '').join('\n')}
      onSubmit={submit}
      className="no-print"
    >
      <div className="pairs items-end gap-3 sm:flex sm:flex-wrap sm:[&>label]:w-52">
        {first.map(field)}
        <div className="flex flex-wrap items-end gap-2">
          <button type="submit" className="button">
            {t('Filter')}
          </button>
          {isFiltered && (
            <button
              type="button"
              className="button"
              onClick={() => setSearch(Object.fromEntries(names.map((name) => [name, undefined])))}
            >
              {t('Clear')}
            </button>
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
