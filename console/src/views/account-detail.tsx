// One account in the operator's hands: its funds, its switches and limits, a grant, and its keys.
import type { Schemas } from '@quarry/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { quarry } from '../api.ts'
import { number, t } from '../text.ts'
import { numbers, Table } from '../ui/more.tsx'
import { Dialog, Field, Problem, Shown } from '../ui/parts.tsx'
import { AccountLimits } from './account-limits.tsx'
import { KeyDialogs } from './key-dialogs.tsx'
import type { KeyAction, KeyPlace } from './key-place.ts'
import { KeyTable } from './key-table.tsx'

type Account = Schemas['Account']

export function AccountDetail({ slug, onClose }: { slug: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<unknown>(null)
  const account = useQuery({
    queryKey: ['account', slug],
    queryFn: async () => (await quarry.request('GET', '/admin/accounts/{slug}', { path: { slug } })).data,
  })
  async function work(run: () => Promise<unknown>) {
    setProblem(null)
    try {
      await run()
      await queries.invalidateQueries({ queryKey: ['account', slug] })
      await queries.invalidateQueries({ queryKey: ['accounts'] })
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <Dialog title={slug} onClose={onClose} wide="most">
      <Shown query={account}>
        {(data) => (
          <>
            <Funds account={data} />
            {problem !== null && <Problem error={problem} />}
            <Switches account={data} work={work} />
            <AccountLimits
              account={data}
              onChange={(body) =>
                void work(() => quarry.request('PATCH', '/admin/accounts/{slug}', { path: { slug }, body }))
              }
            />
            <Grant slug={slug} work={work} />
            <p className="mt-3 text-sm">
              <Link to="/console/calls" search={{ account: slug } as never}>
                {t('Its calls')}
              </Link>
              {' · '}
              <Link to="/console/changes" search={{ subject: slug } as never}>
                {t('Its changes')}
              </Link>
            </p>
          </>
        )}
      </Shown>
      <Keys slug={slug} />
    </Dialog>
  )
}

function Funds({ account: { subscription, bonus } }: { account: Account }) {
  const names = ['granted', 'available', 'held', 'charged', 'expired'] as const
  return (
    <Table label={t('Fund')} isDense heads={[t('Fund'), ...names.map((name) => numbers(t(name)))]}>
      {(
        [
          ['subscription', subscription],
          ['bonus', bonus],
        ] as const
      ).map(([name, fund]) => (
        <tr key={name}>
          <td>{t(name)}</td>
          {names.map((one) => (
            <td key={one} className="text-right">
              {number(fund[one])}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

type Work = (run: () => Promise<unknown>) => Promise<void>

function Switches({ account, work }: { account: Account; work: Work }) {
  const { slug } = account
  const change = (body: object) =>
    void work(() =>
      quarry.request('PATCH', '/admin/accounts/{slug}', { path: { slug }, body: body as never }),
    )
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
            onChange={() => change({ [name]: !account[name] })}
          />{' '}
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function Grant({ slug, work }: { slug: string; work: Work }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const body = { credits: Number(given.get('credits')), reason: String(given.get('reason') ?? '') }
    void work(async () => {
      await quarry.request('POST', '/admin/accounts/{slug}/credits', { path: { slug }, body })
      form.reset()
    })
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3">
      <Field label={t('Credits to grant')}>
        <input className="input !w-32" name="credits" inputMode="numeric" pattern="\d+" required />
      </Field>
      <Field label={t('Reason')}>
        <input className="input" name="reason" required />
      </Field>
      <button type="submit" className="button">
        {t('Grant')}
      </button>
    </form>
  )
}

const createKeyActions = (slug: string): KeyPlace => ({
  create: async (key) =>
    (await quarry.request('POST', '/admin/accounts/{slug}/keys', { path: { slug }, body: key as never }))
      .data as never,
  change: (id, body) => quarry.request('PATCH', '/admin/keys/{id}', { path: { id }, body }),
  rotate: async (id, grace) =>
    (
      await quarry.request('POST', '/admin/keys/{id}/rotate', {
        path: { id },
        body: { grace_seconds: grace },
      })
    ).data as never,
  recent: async (id) =>
    (await quarry.request('GET', '/admin/calls', { query: { account: slug, key: id, limit: 100 } })).data
      .calls,
})

function Keys({ slug }: { slug: string }) {
  const [action, setAction] = useState<KeyAction | null>(null)
  const keys = useQuery({
    queryKey: ['keys', slug],
    queryFn: async () =>
      (await quarry.request('GET', '/admin/accounts/{slug}/keys', { path: { slug } })).data,
  })
  return (
    <section className="mt-5 border-t border-line pt-3">
      <div className="flex items-center justify-between">
        <h3>{t('Keys')}</h3>
        <button type="button" className="button small" onClick={() => setAction({ kind: 'create' })}>
          {t('New key')}
        </button>
      </div>
      <Shown query={keys}>{(data) => <KeyTable keys={data.keys} own={null} onAction={setAction} />}</Shown>
      {action && (
        <KeyDialogs action={action} place={createKeyActions(slug)} onClose={() => setAction(null)} />
      )}
    </section>
  )
}
