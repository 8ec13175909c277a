// The form for a new or a changed key.
import { type FormEvent, useId } from 'react'
import { t } from '../text.ts'
import { Button, NumberField, readForm, splitList, TextField } from '../ui/controls.tsx'
import { Problem } from '../ui/parts.tsx'
import type { Key, KeyValues } from './key-actions.ts'

const windows = ['daily', 'weekly', 'monthly', 'total'] as const

type KeyFormProps = {
  values?: Key
  problem: unknown
  isBusy: boolean
  button: string
  onSubmit: (values: KeyValues) => void
}

export function KeyForm({ values, problem, isBusy, button, onSubmit }: KeyFormProps) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(readValues(event.currentTarget))
  }
  return (
    <form className="space-y-3" onSubmit={submit}>
      <TextField label={t('Name')} name="alias" required defaultValue={values?.alias ?? ''} />
      <TextField
        label={t('Scopes, such as company or /v2/company/*; leave empty for all')}
        name="scopes"
        look="mono"
        defaultValue={values?.scopes?.join(', ') ?? ''}
      />
      <TextField
        label={t('Allowed IP addresses or ranges; leave empty for all')}
        name="addresses"
        look="mono"
        defaultValue={values?.allowed_ips?.join(', ') ?? ''}
      />
      <fieldset aria-describedby={id}>
        <legend className="mb-1 text-[0.82rem] font-medium text-quiet">{t('Credit quotas')}</legend>
        <div className="pairs gap-3 sm:grid-cols-4">
          {windows.map((name) => (
            <NumberField key={name} label={t(name)} name={name} defaultValue={values?.quotas[name] ?? ''} />
          ))}
        </div>
        <p id={id} className="quiet mt-1 text-[0.8rem]">
          {t('Leave empty for no limit.')}
        </p>
      </fieldset>
      {problem !== null && <Problem error={problem} />}
      <Button type="submit" look="main w-full" disabled={isBusy}>
        {button}
      </Button>
    </form>
  )
}

function readValues(form: HTMLFormElement): KeyValues {
  const read = readForm(form)
  const readList = (name: string) => {
    const list = splitList(read(name))
    return list.length > 0 ? list : null
  }
  const readQuota = (name: string) => (read(name) === '' ? null : Number(read(name)))
  return {
    alias: read('alias'),
    scopes: readList('scopes'),
    allowed_ips: readList('addresses'),
    quotas: {
      daily: readQuota('daily'),
      weekly: readQuota('weekly'),
      monthly: readQuota('monthly'),
      total: readQuota('total'),
    },
  }
}
