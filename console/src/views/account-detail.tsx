// One account for the operator: credits, switches, limits, grants and corrections, keys.
import type { Schemas } from '@quarry/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { quarry } from '../api.ts'
import { useRead, useRetryKey, useWork, type Work } from '../requests.ts'
import { formatNumber, t } from '../text.ts'
import { Button, NumberField, readForm, TextField } from '../ui/controls.tsx'
import { Dialog, Loaded, Problem } from '../ui/parts.tsx'
import { numbers, Table } from '../ui/table.tsx'
import { accountKeys, type KeyAction } from './key-actions.ts'
import { KeyDialogs } from './key-dialogs.tsx'
import { KeyTable } from './key-table.tsx'

type Account = Schemas['Account']

export function AccountDetail({ slug, onClose }: { slug: string; onClose: () => void }) {
  const queries = useQueryClient()
  const { problem, work: run } = useWork()
  const account = useRead(['account', slug], () =>
    quarry.request('GET', '/admin/accounts/{slug}', { path: { slug } }),
  )
  const work: Work = (action) =>
    run(async () => {
      await action()
      await queries.invalidateQueries({ queryKey: ['account', slug] })
      await queries.invalidateQueries({ queryKey: ['accounts'] })
    })
  const change = (body: Schemas['AccountChange']) =>
    void work(() => quarry.request('PATCH', '/admin/accounts/{slug}', { path: { slug }, body }))
  return (
    <Dialog title={slug} onClose={onClose} wide="most">
      <Loaded query={account}>
        {(data) => (
          <>
            <Funds account={data} />
            {problem !== null && <Problem error={problem} />}
            <Switches account={data} onChange={change} />
            <AccountLimits account={data} onChange={change} />
            <CreditChange slug={slug} work={work} />
            <p className="mt-3 text-sm">
              <Link to="/console/calls" search={{ account: slug } as never}>
                {t('Calls')}
              </Link>
              {' · '}
              <Link to="/console/changes" search={{ subject: slug } as never}>
                {t('Changes')}
              </Link>
            </p>
          </>
        )}
      </Loaded>
      <Keys slug={slug} />
    </Dialog>
  )
}

function Funds({ account }: { account: Account }) {
  const columns = ['granted', 'available', 'held', 'charged', 'expired', 'corrected'] as const
  return (
    <Table label={t('Fund')} isDense heads={[t('Fund'), ...columns.map((name) => numbers(t(name)))]}>
      {(['subscription', 'bonus'] as const).map((fund) => (
        <tr key={fund}>
          <td>{t(fund)}</td>
          {columns.map((column) => (
            <td key={column} className="text-right">
              {formatNumber(account[fund][column])}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

type SwitchesProps = { account: Account; onChange: (change: Schemas['AccountChange']) => void }

function Switches({ account, onChange }: SwitchesProps) {
  const switches = [
    ['active', t('Active')],
    ['open_invoices', t('Open invoices')],
    ['statistics_enabled', t('Statistics')],
  ] as const
  return (
    <fieldset className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
      <legend className="sr-only">{t('Switches')}</legend>
      {switches.map(([name, label]) => (
        <label key={name} className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={account[name]}
            onChange={() => onChange({ [name]: !account[name] })}
          />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Grants credits, or takes them back. */
function CreditChange({ slug, work }: { slug: string; work: Work }) {
  const retryKey = useRetryKey()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const read = readForm(form)
    const { submitter } = event.nativeEvent as SubmitEvent
    const sign = submitter?.id === takeBackId ? -1 : 1
    const body = { credits: sign * Number(read('credits')), reason: read('reason') }
    void work(async () => {
      const idempotencyKey = retryKey.keyFor(body)
      await quarry.request('POST', '/admin/accounts/{slug}/credits', { path: { slug }, body, idempotencyKey })
      retryKey.forget()
      form.reset()
    })
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3">
      <NumberField label={t('Bonus credits')} name="credits" look="!w-32" required />
      <TextField label={t('Reason')} name="reason" required />
      <Button type="submit">{t('Grant')}</Button>
      <Button type="submit" id={takeBackId}>
        {t('Take back')}
      </Button>
    </form>
  )
}

const takeBackId = 'take-back'

function Keys({ slug }: { slug: string }) {
  const [action, setAction] = useState<KeyAction | null>(null)
  const keys = useRead(['keys', slug], () =>
    quarry.request('GET', '/admin/accounts/{slug}/keys', { path: { slug } }),
  )
  return (
    <section className="mt-5 border-t border-line pt-3">
      <div className="flex items-center justify-between">
        <h3>{t('Keys')}</h3>
        <Button look="small" onClick={() => setAction({ kind: 'create' })}>
          {t('New key')}
        </Button>
      </div>
      <Loaded query={keys}>{(data) => <KeyTable keys={data.keys} own={null} onAction={setAction} />}</Loaded>
      {action && <KeyDialogs action={action} routes={accountKeys(slug)} onClose={() => setAction(null)} />}
    </section>
  )
}

type AccountLimitsProps = {
  account: Schemas['Account']
  onChange: (change: Schemas['AccountChange']) => void
}

/**
 * The limits and the subscription. Sends only changed values, because sending a rate limit, even the same one, detaches
 * the account from the default limit.
 */
function AccountLimits({ account, onChange }: AccountLimitsProps) {
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
