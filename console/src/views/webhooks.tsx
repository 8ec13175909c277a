// Webhooks: the signing secret, a test message, and the deliveries.
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { quarry } from '../api.ts'
import { usePages, useRead, useWork } from '../requests.ts'
import { useSignedIn } from '../session.ts'
import { formatMilliseconds, formatMoment, t } from '../text.ts'
import { Button, readForm, TextField } from '../ui/controls.tsx'
import { Badge, Card, Dialog, Empty, Loaded, Problem, State, ViewPage } from '../ui/parts.tsx'
import { actions, More, numbers, Table } from '../ui/table.tsx'
import { Secret } from './key-dialogs.tsx'

export function View() {
  const { may } = useSignedIn()
  return (
    <ViewPage title={t('Webhooks')} note={t('Signed messages about jobs, batches and watches')}>
      <div className="grid gap-4 lg:grid-cols-2">
        {may.webhooks ? (
          <>
            <Signing />
            <Trial />
          </>
        ) : (
          <Card className="lg:col-span-2">
            <Empty title={t('This key cannot see the whole account')}>
              {t(
                'The signing secret and test messages need a key without scopes or with the permission “manage”. Messages about jobs of this key are listed below.',
              )}
            </Empty>
          </Card>
        )}
      </div>
      <Deliveries />
    </ViewPage>
  )
}

function Signing() {
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const { problem, isBusy, work } = useWork()
  const state = useRead(['webhooks'], () => quarry.request('GET', '/v2/webhooks'))
  const createSecret = () =>
    work(async () => {
      const body = { grace_seconds: 86_400 }
      setSecret((await quarry.request('POST', '/v2/webhooks/secret', { body })).data.secret)
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
    })
  return (
    <Card title={t('Signing secret')}>
      <Loaded query={state} rows={2}>
        {(data) => (
          <>
            <p className="text-sm">
              {data.has_secret ? (
                <>
                  <Badge kind="good">{t('set')}</Badge>{' '}
                  {data.secret_since && t('since {0}', formatMoment(data.secret_since))}
                  {data.previous_until && (
                    <span className="quiet block">
                      {t('The previous secret also signs until {0}', formatMoment(data.previous_until))}
                    </span>
                  )}
                </>
              ) : (
                t('No secret yet. Messages are not sent without one.')
              )}
            </p>
            <Button look="mt-3" disabled={isBusy} onClick={() => void createSecret()}>
              {data.has_secret ? t('Create new secret') : t('Create secret')}
            </Button>
            {data.has_secret && (
              <p className="quiet mt-1.5 text-[0.82rem]">{t('The old secret keeps signing for a day.')}</p>
            )}
          </>
        )}
      </Loaded>
      {problem !== null && <Problem error={problem} />}
      {secret !== null && (
        <Dialog title={t('Signing secret')} onClose={() => setSecret(null)}>
          <Secret secret={secret} />
        </Dialog>
      )}
    </Card>
  )
}

function Trial() {
  const [result, setResult] = useState<Tested | null>(null)
  const { problem, isBusy, work } = useWork()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = { url: readForm(event.currentTarget)('url') }
    setResult(null)
    void work(async () => setResult((await quarry.request('POST', '/v2/webhooks/test', { body })).data))
  }
  return (
    <Card title={t('Test a receiver')}>
      <form onSubmit={submit} className="space-y-3">
        <TextField
          label={t('Receiver URL')}
          name="url"
          look="mono"
          type="url"
          required
          placeholder="https://receiver.example/hook"
        />
        <Button type="submit" disabled={isBusy}>
          {isBusy ? t('Sending…') : t('Send a test message')}
        </Button>
      </form>
      <div role="status" className="mt-3 text-sm">
        {result && (
          <>
            <Badge kind={result.delivered ? 'good' : 'bad'}>
              {result.delivered ? t('delivered') : t('not delivered')}
            </Badge>{' '}
            {result.status ?? result.error}{' '}
            {result.ms !== null && <span className="quiet">{formatMilliseconds(result.ms)}</span>}
          </>
        )}
      </div>
      {problem !== null && <Problem error={problem} />}
    </Card>
  )
}
type Tested = { delivered: boolean; status: number | null; error: string | null; ms: number | null }

function Deliveries() {
  const queries = useQueryClient()
  const { problem, work } = useWork()
  const query = usePages(
    ['deliveries'],
    (cursor) => quarry.request('GET', '/v2/webhooks/deliveries', { query: cursor }),
    5_000,
  )
  const redeliver = (id: string) =>
    work(async () => {
      await quarry.request('POST', '/v2/webhooks/deliveries/{id}/redeliver', { path: { id } })
      await queries.invalidateQueries({ queryKey: ['deliveries'] })
    })
  return (
    <Card title={t('Deliveries')} className="mt-4">
      {problem !== null && <Problem error={problem} />}
      <More query={query} getItems={({ deliveries }) => deliveries} empty={t('No deliveries yet')}>
        {(deliveries) => (
          <Table
            label={t('Deliveries')}
            heads={[
              t('Created'),
              t('Address'),
              t('State'),
              t('Last response'),
              numbers(t('Tries')),
              actions(),
            ]}
          >
            {deliveries.map((delivery) => {
              const last = delivery.tries.at(-1)
              return (
                <tr key={delivery.delivery_id}>
                  <td className="whitespace-nowrap">{formatMoment(delivery.created_at)}</td>
                  <td className="mono max-w-72 truncate">{delivery.url}</td>
                  <td>
                    <State state={delivery.status} />
                  </td>
                  <td className="quiet">{last ? (last.status ?? last.error) : '–'}</td>
                  <td className="text-right">{delivery.attempts}</td>
                  <td className="text-right">
                    <Button look="small" onClick={() => void redeliver(delivery.delivery_id)}>
                      {t('Redeliver')}
                    </Button>
                  </td>
                </tr>
              )
            })}
          </Table>
        )}
      </More>
    </Card>
  )
}
