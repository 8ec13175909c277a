// Making, rotating and revoking a key. A secret is shown once, here, and is gone when the dialog closes.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { number, t } from '../text.ts'
import { Copy, Dialog, Field, Problem } from '../ui/parts.tsx'
import type { Key, KeyPlace, NewKey } from './key-table.tsx'

export type KeyAction = { kind: 'create' } | { kind: 'rotate'; key: Key } | { kind: 'switch'; key: Key }

type Props<A = KeyAction> = { action: A; place: KeyPlace; onClose: () => void }

export function KeyDialogs({ action, ...props }: Props) {
  if (action.kind === 'create') return <Create action={action} {...props} />
  return action.kind === 'rotate' ? (
    <Rotate action={action} {...props} />
  ) : (
    <Switch action={action} {...props} />
  )
}

function useWork() {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  async function work(run: () => Promise<void>) {
    setBusy(true)
    setProblem(null)
    try {
      await run()
      await queries.invalidateQueries({ queryKey: ['keys'] })
    } catch (error) {
      setProblem(error)
    }
    setBusy(false)
  }
  return { problem, isBusy, work }
}

export function Secret({ secret }: { secret: string }) {
  return (
    <div role="status">
      <p className="mb-2 text-sm">{t('Copy it now: it is shown this once.')}</p>
      <p className="mono rounded-md bg-raised p-3 break-all select-all">{secret}</p>
      <div className="mt-3">
        <Copy text={secret} />
      </div>
    </div>
  )
}

const listOf = (text: FormDataEntryValue | null): string[] =>
  String(text ?? '')
    .split(/[\s,]+/)
    .filter((one) => one !== '')

function Create({ place, onClose }: Props) {
  const { problem, isBusy, work } = useWork()
  const [secret, setSecret] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const scopes = listOf(given.get('scopes'))
    const addresses = listOf(given.get('addresses'))
    const daily = String(given.get('daily') ?? '').trim()
    const key: NewKey = {
      alias: String(given.get('alias') ?? '').trim(),
      ...(scopes.length > 0 ? { scopes } : {}),
      ...(addresses.length > 0 ? { allowed_ips: addresses } : {}),
      ...(daily === '' ? {} : { quotas: { daily: Number(daily) } }),
    }
    void work(async () => setSecret((await place.create(key)).secret))
  }
  return (
    <Dialog title={t('New key')} onClose={onClose}>
      {secret !== null ? (
        <Secret secret={secret} />
      ) : (
        <form className="space-y-3" onSubmit={submit}>
          <Field label={t('Name')}>
            <input className="input" name="alias" required autoComplete="off" />
          </Field>
          <Field label={t('Scopes, such as company or /v2/company/*; empty is everything')}>
            <input className="input mono" name="scopes" autoComplete="off" spellCheck={false} />
          </Field>
          <Field label={t('Addresses or ranges it may be used from; empty is everywhere')}>
            <input className="input mono" name="addresses" autoComplete="off" spellCheck={false} />
          </Field>
          <Field label={t('Credits a day at most; empty is no limit')}>
            <input className="input" name="daily" inputMode="numeric" pattern="\d*" autoComplete="off" />
          </Field>
          {problem !== null && <Problem error={problem} />}
          <button type="submit" className="button main w-full" disabled={isBusy}>
            {t('Make the key')}
          </button>
        </form>
      )}
    </Dialog>
  )
}

const graces = [0, 3600, 86_400, 604_800]
const graceNames: Record<number, () => string> = {
  0: () => t('not at all'),
  3600: () => t('for an hour'),
  86400: () => t('for a day'),
  604800: () => t('for a week'),
}

function Rotate({ action: { key }, place, onClose }: Props<{ kind: 'rotate'; key: Key }>) {
  const { problem, isBusy, work } = useWork()
  const [grace, setGrace] = useState(86_400)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Dialog title={t('Rotate {0}', key.alias)} onClose={onClose}>
      {secret !== null ? (
        <Secret secret={secret} />
      ) : (
        <div className="space-y-3">
          <p className="text-sm">{t('The key gets a new secret; everything else of it stays.')}</p>
          <Field label={t('The old secret goes on working')}>
            <select
              className="input"
              value={grace}
              onChange={(event) => setGrace(Number(event.target.value))}
            >
              {graces.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {graceNames[seconds]?.()}
                </option>
              ))}
            </select>
          </Field>
          {problem !== null && <Problem error={problem} />}
          <button
            type="button"
            className="button main w-full"
            disabled={isBusy}
            onClick={() => void work(async () => setSecret((await place.rotate(key.id, grace)).secret))}
          >
            {t('Rotate')}
          </button>
        </div>
      )}
    </Dialog>
  )
}

function Switch({ action: { key }, place, onClose }: Props<{ kind: 'switch'; key: Key }>) {
  const { problem, isBusy, work } = useWork()
  const recent = useQuery({
    queryKey: ['recent', key.id],
    queryFn: () => place.recent(key.id),
    enabled: key.active,
  })
  const used = recent.data ?? null
  return (
    <Dialog title={key.active ? t('Revoke {0}', key.alias) : t('Activate {0}', key.alias)} onClose={onClose}>
      {key.active && (
        <p className="mb-3 text-sm" role="status">
          {t('Calls with it are refused within a second, on every server.')}{' '}
          {used !== null &&
            (used === 0
              ? t('It was not used recently.')
              : t(
                  'It was used recently: {0} calls, which will fail from then on.',
                  used >= 100 ? '100+' : number(used),
                ))}
        </p>
      )}
      {problem !== null && <Problem error={problem} />}
      <button
        type="button"
        className={`button w-full ${key.active ? 'danger' : 'main'}`}
        disabled={isBusy}
        onClick={() =>
          void work(async () => {
            await place.change(key.id, { active: !key.active })
            onClose()
          })
        }
      >
        {key.active ? t('Revoke') : t('Activate')}
      </button>
    </Dialog>
  )
}
