// All accounts, for the operator: found by name, made, and each opened for its credits, limits and keys.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { quarry } from '../api.ts'
import { day, number, t } from '../text.ts'
import { More, numbers, paged, Table, toCursor } from '../ui/more.tsx'
import { Badge, Card, Dialog, Field, Page, Problem } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { AccountDetail } from './account-detail.tsx'

export function View() {
  const [{ search, account }, setParams] = useParams()
  const [isMaking, setMaking] = useState(false)
  const query = useInfiniteQuery({
    queryKey: ['accounts', search ?? ''],
    queryFn: async ({ pageParam }) =>
      (
        await quarry.request('GET', '/admin/accounts', {
          query: { ...(search ? { search } : {}), ...toCursor(pageParam) },
        })
      ).data,
    ...paged,
  })
  return (
    <Page
      title={t('Accounts')}
      actions={
        <>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              setParams({
                search: String(new FormData(event.currentTarget).get('search') ?? '') || undefined,
              })
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
          <button type="button" className="button main" onClick={() => setMaking(true)}>
            {t('New account')}
          </button>
        </>
      }
    >
      <Card className="[&>div]:pt-0">
        <More query={query} getItems={({ accounts }) => accounts} empty={t('No accounts')}>
          {(accounts) => (
            <Table
              label={t('Accounts')}
              isDense
              heads={[
                t('Account'),
                t('State'),
                t('Made'),
                numbers(t('Subscription')),
                numbers(t('Held')),
                numbers(t('Used')),
                numbers(t('Credits left')),
              ]}
            >
              {accounts.map((one) => (
                <tr key={one.slug}>
                  <td>
                    <button
                      type="button"
                      className="text-left font-medium text-accent hover:underline"
                      onClick={() => setParams({ account: one.slug })}
                    >
                      {one.name}
                    </button>
                    <span className="mono quiet block">{one.slug}</span>
                  </td>
                  <td>
                    <Badge kind={one.active ? 'good' : 'bad'}>
                      {one.active ? t('active') : t('deactivated')}
                    </Badge>{' '}
                    {one.open_invoices && <Badge kind="warn">{t('open invoices')}</Badge>}
                  </td>
                  <td className="quiet whitespace-nowrap">{day(one.created)}</td>
                  <td className="text-right whitespace-nowrap">
                    {one.subscription_total > 0
                      ? `${number(one.subscription_total)} / ${one.period_days} d`
                      : '–'}
                  </td>
                  <td className="text-right">{number(one.subscription.held + one.bonus.held)}</td>
                  <td className="text-right">{number(one.subscription.charged + one.bonus.charged)}</td>
                  <td className="text-right font-medium">
                    {number(one.subscription.available + one.bonus.available)}
                  </td>
                </tr>
              ))}
            </Table>
          )}
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
    </Page>
  )
}

function NewAccount({ onClose, onMade }: { onClose: () => void; onMade: (slug: string) => void }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<unknown>(null)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    try {
      const body = {
        slug: text('slug'),
        name: text('name'),
        bonus_credits: Number(text('credits') || 0),
        statistics_enabled: given.has('statistics'),
      }
      const { data } = await quarry.request('POST', '/admin/accounts', { body })
      await queries.invalidateQueries({ queryKey: ['accounts'] })
      onMade(data.slug)
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <Dialog title={t('New account')} onClose={onClose}>
      <form className="space-y-3" onSubmit={(event) => void submit(event)}>
        <Field label={t('Short name, of small letters and digits')}>
          <input className="input mono" name="slug" required autoComplete="off" />
        </Field>
        <Field label={t('Name')}>
          <input className="input" name="name" required autoComplete="off" />
        </Field>
        <Field label={t('Credits to begin with')}>
          <input className="input" name="credits" inputMode="numeric" pattern="\d*" defaultValue="1000" />
        </Field>
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" name="statistics" defaultChecked /> {t('Statistics')}
        </label>
        {problem !== null && <Problem error={problem} />}
        <button type="submit" className="button main w-full">
          {t('Make the account')}
        </button>
      </form>
    </Dialog>
  )
}
