// The limits and the subscription of an account. Sends only changed values, because sending a rate limit, even the same
// one, detaches the account from the default limit.
import type { Schemas } from '@quarry/sdk'
import type { FormEvent } from 'react'
import { t } from '../text.ts'
import { Button, NumberField, readForm } from '../ui/controls.tsx'

type AccountLimitsProps = {
  account: Schemas['Account']
  onChange: (change: Schemas['AccountChange']) => void
}

export function AccountLimits({ account, onChange }: AccountLimitsProps) {
  const { rate_limit: rate, subscription_total, period_days } = account
  const before = { ...rate, subscription_total, period_days }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const readNumber = (name: string) => (read(name) === '' ? null : Number(read(name)))
    const limit = { per_second: readNumber('per_second'), per_minute: readNumber('per_minute') }
    const total = readNumber('subscription_total') ?? subscription_total
    const days = readNumber('period_days') ?? period_days
    const isLimitChanged = limit.per_second !== rate.per_second || limit.per_minute !== rate.per_minute
    const change = {
      ...(isLimitChanged ? { rate_limit: limit } : {}),
      ...(total === subscription_total ? {} : { subscription_total: total }),
      ...(days === period_days ? {} : { period_days: days }),
    }
    if (Object.keys(change).length > 0) onChange(change)
  }
  const labels: [keyof typeof before, string][] = [
    ['per_second', t('Requests per second; leave empty for no limit')],
    ['per_minute', t('Requests per minute; leave empty for no limit')],
    ['subscription_total', t('Credits per period; 0 ends the subscription')],
    ['period_days', t('Days per period')],
  ]
  return (
    <details className="mt-4">
      <summary className="w-fit cursor-pointer text-sm">{t('Limits and subscription')}</summary>
      <form
        key={JSON.stringify(before)}
        onSubmit={submit}
        className="mt-2 grid items-end gap-3 sm:grid-cols-2"
      >
        {labels.map(([name, label]) => (
          <NumberField key={name} label={label} name={name} defaultValue={before[name] ?? ''} />
        ))}
        <Button type="submit" look="w-fit">
          {t('Save limits')}
        </Button>
      </form>
    </details>
  )
}
