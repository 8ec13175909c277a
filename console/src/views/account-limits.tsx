// What bounds an account, and what it is given each period. Only what is changed is sent: giving a rate limit, even the
// same one, would take the account out of the usual one.
import type { Schemas } from '@quarry/sdk'
import type { FormEvent } from 'react'
import { t } from '../text.ts'
import { Field } from '../ui/parts.tsx'

type Account = Schemas['Account']
type Limits = {
  per_second: number | null
  per_minute: number | null
  subscription_total: number
  period_days: number
}

const readLimits = ({ rate_limit: rate, subscription_total, period_days }: Account): Limits => ({
  ...rate,
  subscription_total,
  period_days,
})

/** What is different, as the server wants it; empty where nothing is. */
function findChanges(before: Limits, now: Limits): Schemas['AccountChange'] {
  const { per_second, per_minute, subscription_total, period_days } = now
  const isRate = per_second !== before.per_second || per_minute !== before.per_minute
  return {
    ...(isRate ? { rate_limit: { per_second, per_minute } } : {}),
    ...(subscription_total === before.subscription_total ? {} : { subscription_total }),
    ...(period_days === before.period_days ? {} : { period_days }),
  }
}

export function AccountLimits({
  account,
  onChange,
}: {
  account: Account
  onChange: (change: Schemas['AccountChange']) => void
}) {
  const before = readLimits(account)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const value = (name: keyof Limits) => {
      const text = String(given.get(name) ?? '').trim()
      return text === '' ? null : Number(text)
    }
    const change = findChanges(before, {
      per_second: value('per_second'),
      per_minute: value('per_minute'),
      subscription_total: value('subscription_total') ?? before.subscription_total,
      period_days: value('period_days') ?? before.period_days,
    })
    if (Object.keys(change).length > 0) onChange(change)
  }
  const labels: [keyof Limits, string][] = [
    ['per_second', t('Requests a second; empty is no limit')],
    ['per_minute', t('Requests a minute; empty is no limit')],
    ['subscription_total', t('Credits of a period; 0 ends the subscription')],
    ['period_days', t('Days of a period')],
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
          <Field key={name} label={label}>
            <input
              className="input"
              name={name}
              inputMode="numeric"
              pattern="\d*"
              defaultValue={before[name] ?? ''}
            />
          </Field>
        ))}
        <button type="submit" className="button w-fit">
          {t('Keep these limits')}
        </button>
      </form>
    </details>
  )
}
