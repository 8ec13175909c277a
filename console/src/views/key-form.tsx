// What a key may do, as a form: for a new one, and for one that is changed.
import { type FormEvent, useId } from 'react'
import { t } from '../text.ts'
import { Field, Problem } from '../ui/parts.tsx'
import type { Key, KeyValues } from './key-place.ts'

const windows = ['daily', 'weekly', 'monthly', 'total'] as const

type KeyFormProps = {
  known?: Key
  problem: unknown
  isBusy: boolean
  button: string
  onSubmit: (values: KeyValues) => void
}

export function KeyForm({ known, problem, isBusy, button, onSubmit }: KeyFormProps) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(read(new FormData(event.currentTarget)))
  }
  const text = { autoComplete: 'off', spellCheck: false }
  return (
    <form className="space-y-3" onSubmit={submit}>
      <Field label={t('Name')}>
        <input className="input" name="alias" required defaultValue={known?.alias ?? ''} {...text} />
      </Field>
      <Field label={t('Scopes, such as company or /v2/company/*; empty is everything')}>
        <input
          className="input mono"
          name="scopes"
          defaultValue={known?.scopes?.join(', ') ?? ''}
          {...text}
        />
      </Field>
      <Field label={t('Addresses or ranges it may be used from; empty is everywhere')}>
        <input
          className="input mono"
          name="addresses"
          defaultValue={known?.allowed_ips?.join(', ') ?? ''}
          {...text}
        />
      </Field>
      <fieldset aria-describedby={id}>
        <legend className="mb-1 text-[0.82rem] font-medium text-quiet">{t('Credits at most')}</legend>
        <div className="pairs gap-3 sm:grid-cols-4">
          {windows.map((name) => (
            <Field key={name} label={t(name)}>
              <input
                className="input"
                name={name}
                inputMode="numeric"
                pattern="\d*"
                autoComplete="off"
                defaultValue={known?.quotas[name] ?? ''}
              />
            </Field>
          ))}
        </div>
        <p id={id} className="quiet mt-1 text-[0.8rem]">
          {t('Empty is no limit.')}
        </p>
      </fieldset>
      {problem !== null && <Problem error={problem} />}
      <button type="submit" className="button main w-full" disabled={isBusy}>
        {button}
      </button>
    </form>
  )
}

const splitList = (text: FormDataEntryValue | null): string[] | null => {
  const given = String(text ?? '')
    .split(/[\s,]+/)
    .filter((one) => one !== '')
  return given.length > 0 ? given : null
}

function read(given: FormData): KeyValues {
  const quota = (name: string) => {
    const text = String(given.get(name) ?? '').trim()
    return text === '' ? null : Number(text)
  }
  return {
    alias: String(given.get('alias') ?? '').trim(),
    scopes: splitList(given.get('scopes')),
    allowed_ips: splitList(given.get('addresses')),
    quotas: {
      daily: quota('daily'),
      weekly: quota('weekly'),
      monthly: quota('monthly'),
      total: quota('total'),
    },
  }
}
