// All accounts for the operator: search, create, and open one.
import type { Schemas } from '@quarry/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { quarry } from '../api.ts'
import { usePages, useWork } from '../requests.ts'
import { formatDay, formatNumber, t } from '../text.ts'
import { Button, NumberField, readForm, TextButton, TextField } from '../ui/controls.tsx'
import { Badge, Card, Dialog, Problem, ViewPage } from '../ui/parts.tsx'
import { useParams } from '../ui/search.tsx'
import { More, numbers, Table } from '../ui/table.tsx'
import { AccountDetail } from './account-detail.tsx'

export function View() {
  const [{ search, account }, setParams] = useParams()
  const [isMaking, setMaking] = useState(false)
  const query = usePages(['accounts', search ?? ''], (cursor) =>
    quarry.request('GET', '/admin/accounts', {
      query: { ...(search ? { search } : {}), ...cursor },
    }),
  )
  return (
    <ViewPage
      title={t('Accounts')}
      actions={
        <>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              setParams({ search: readForm(event.currentTarget)('search') || undefined })
            }}
          >
            <input
              className="input !mt-0"
              name="search"
              type="search"
              placeholder={t('Find by name')}
              aria-label={t('Find by name')}
              defaultValue={search ?? ''}
            />
          </form>
          <Button look="main" onClick={() => setMaking(true)}>
            {t('New account')}
          </Button>
        </>
      }
    >
      <Card className="[&>div]:pt-0">
        <More query={query} getItems={({ accounts }) => accounts} empty={t('No accounts')}>
          {(accounts) => <AccountTable accounts={accounts} onOpen={(slug) => setParams({ account: slug })} />}
        </More>
      </Card>
      {isMaking && (
        <NewAccount
          onClose={() => setMaking(false)}
          onMade={(slug) => {
            setMaking(false)
            setParams({ account: slug })
          }}
        />
      )}
      {account && (
        <AccountDetail key={account} slug={account} onClose={() => setParams({ account: undefined })} />
      )}
    </ViewPage>
  )
}

type AccountTableProps = { accounts: readonly Schemas['Account'][]; onOpen: (slug: string) => void }

const AccountTable = ({ accounts, onOpen }: AccountTableProps) => (
  <Table
    label={t('Accounts')}
    isDense
    heads={[
      t('Account'),
      t('State'),
      t('Created'),
      numbers(t('Subscription')),
      numbers(t('Held')),
      numbers(t('Used')),
      numbers(t('Credits left')),
    ]}
  >
    {accounts.map((account) => (
      <tr key={account.slug}>
        <td>
          <TextButton look="font-medium" onClick={() => onOpen(account.slug)}>
            {account.name}
          </TextButton>
          <span className="mono quiet block">{account.slug}</span>
        </td>
        <td>
          <Badge kind={account.active ? 'good' : 'bad'}>
            {account.active ? t('active') : t('deactivated')}
          </Badge>{' '}
          {account.open_invoices && <Badge kind="warn">{t('open invoices')}</Badge>}
        </td>
        <td className="quiet whitespace-nowrap">{formatDay(account.created)}</td>
        <td className="text-right whitespace-nowrap">
          {account.subscription_total > 0
            ? `${formatNumber(account.subscription_total)} / ${account.period_days} d`
            : '–'}
        </td>
        <td className="text-right">{formatNumber(account.subscription.held + account.bonus.held)}</td>
        <td className="text-right">{formatNumber(account.subscription.charged + account.bonus.charged)}</td>
        <td className="text-right font-medium">
          {formatNumber(account.subscription.available + account.bonus.available)}
        </td>
      </tr>
    ))}
  </Table>
)

function NewAccount({ onClose, onMade }: { onClose: () => void; onMade: (slug: string) => void }) {
  const queries = useQueryClient()
  const { problem, isBusy, work } = useWork()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const read = readForm(event.currentTarget)
    const body = {
      slug: read('slug'),
      name: read('name'),
      bonus_credits: Number(read('credits') || 0),
      statistics_enabled: read('statistics') !== '',
    }
    void work(async () => {
      const { data } = await quarry.request('POST', '/admin/accounts', { body })
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      onMade(data.slug)
    })
  }
  return (
    <Dialog title={t('New account')} onClose={onClose}>
      <form className="space-y-3" onSubmit={submit}>
        <TextField
          label={t('Short name: lowercase letters, digits and hyphens')}
          name="slug"
          look="mono"
          required
        />
        <TextField label={t('Name')} name="name" required />
        <NumberField label={t('Initial credits')} name="credits" defaultValue="1000" />
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" name="statistics" defaultChecked /> {t('Statistics')}
        </label>
        {problem !== null && <Problem error={problem} />}
        <Button type="submit" look="main w-full" disabled={isBusy}>
          {t('Create account')}
        </Button>
      </form>
    </Dialog>
  )
}
