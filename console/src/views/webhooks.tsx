// Who is told of ended jobs and batches: the secret that signs, a trial of a receiver, and what was delivered.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { quarry } from '../api.ts'
import { useSignedIn } from '../session.ts'
import { moment, number, t } from '../text.ts'
import { actions, More, numbers, paged, Table, toCursor } from '../ui/more.tsx'
import { Badge, Card, Dialog, Empty, Field, Page, Problem, Shown, State } from '../ui/parts.tsx'
import { Secret } from './key-dialogs.tsx'

export function View() {
  const { may } = useSignedIn()
  return (
    <Page title={t('Webhooks')} note={t('Signed messages when jobs and batches end')}>
      <div className="grid gap-4 lg:grid-cols-2">
        {may.webhooks ? (
          <>
            <Signing />
            <Trial />
          </>
        ) : (
          <Card className="lg:col-span-2">
            <Empty title={t('This key does not see the whole account')}>
              {t(
                'The secret and the trial are for keys without scopes, or with the permission “manage”. Messages of its own jobs are listed below.',
              )}
            </Empty>
          </Card>
        )}
      </div>
      <Deliveries />
    </Page>
  )
}

function Signing() {
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const state = useQuery({
    queryKey: ['webhooks'],
    queryFn: async () => (await quarry.request('GET', '/v2/webhooks')).data,
  })
  async function make() {
    try {
      const { data } = await quarry.request('POST', '/v2/webhooks/secret', {
        body: { grace_seconds: 86_400 },
      })
      setSecret(data.secret)
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <Card title={t('Signing secret')}>
      <Shown query={state} rows={2}>
        {(data) => (
          <>
            <p className="text-sm">
              {data.has_secret ? (
                <>
                  <Badge kind="good">{t('set')}</Badge>{' '}
                  {data.secret_since && t('since {0}', moment(data.secret_since))}
                  {data.previous_until && (
                    <span className="quiet block">
                      {t('The one before signs too until {0}', moment(data.previous_until))}
                    </span>
                  )}
                </>
              ) : (
                t('There is none yet: messages cannot be signed, and are not sent.')
              )}
            </p>
            <button type="button" className="button mt-3" onClick={() => void make()}>
              {data.has_secret ? t('Make a new one') : t('Make the secret')}
            </button>
            {data.has_secret && (
              <p className="quiet mt-1.5 text-[0.82rem]">{t('The old one goes on signing for a day.')}</p>
            )}
          </>
        )}
      </Shown>
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
  const [problem, setProblem] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const url = String(new FormData(event.currentTarget).get('url') ?? '')
    setBusy(true)
    setProblem(null)
    setResult(null)
    try {
      setResult((await quarry.request('POST', '/v2/webhooks/test', { body: { url } })).data)
    } catch (error) {
      setProblem(error)
    }
    setBusy(false)
  }
  return (
    <Card title={t('Try a receiver')}>
      <form onSubmit={(event) => void submit(event)} className="space-y-3">
        <Field label={t('Address to post to')}>
          <input
            className="input mono"
            name="url"
            type="url"
            required
            placeholder="https://receiver.example/hook"
          />
        </Field>
        <button type="submit" className="button" disabled={isBusy}>
          {isBusy ? t('Sending…') : t('Send a test message')}
        </button>
      </form>
      <div role="status" className="mt-3 text-sm">
        {result && (
          <>
            <Badge kind={result.delivered ? 'good' : 'bad'}>
              {result.delivered ? t('delivered') : t('not delivered')}
            </Badge>{' '}
            {result.status ?? result.error}{' '}
            {result.ms !== null && <span className="quiet">{number(result.ms)} ms</span>}
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
  const [problem, setProblem] = useState<unknown>(null)
  const query = useInfiniteQuery({
    queryKey: ['deliveries'],
    queryFn: async ({ pageParam }) =>
      (await quarry.request('GET', '/v2/webhooks/deliveries', { query: toCursor(pageParam) })).data,
    ...paged,
    refetchInterval: 5_000,
  })
  const again = (id: string) =>
    quarry
      .request('POST', '/v2/webhooks/deliveries/{id}/redeliver', { path: { id } })
      .then(() => queries.invalidateQueries({ queryKey: ['deliveries'] }))
      .catch(setProblem)
  return (
    <Card title={t('Deliveries')} className="mt-4">
      {problem !== null && <Problem error={problem} />}
      <More query={query} getItems={({ deliveries }) => deliveries} empty={t('Nothing was delivered yet')}>
        {(deliveries) => (
          <Table
            label={t('Deliveries')}
            heads={[t('Made'), t('Address'), t('State'), t('Last answer'), numbers(t('Tries')), actions()]}
          >
            {deliveries.map((one) => {
              const last = one.tries.at(-1)
              return (
                <tr key={one.delivery_id}>
                  <td className="whitespace-nowrap">{moment(one.created_at)}</td>
                  <td className="mono max-w-72 truncate">{one.url}</td>
                  <td>
                    <State state={one.status} />
                  </td>
                  <td className="quiet">{last ? (last.status ?? last.error) : '–'}</td>
                  <td className="text-right">{one.attempts}</td>
                  <td className="text-right">
                    <button
                      type="button"
                      className="button small"
                      onClick={() => void again(one.delivery_id)}
                    >
                      {t('Redeliver')}
                    </button>
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
