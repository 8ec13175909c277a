// Making, changing, rotating and revoking a key. A secret is shown once, here, and is gone when the dialog closes.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { moment, number, t } from '../text.ts'
import { Copy, Dialog, Field, Problem, Shown } from '../ui/parts.tsx'
import { useWork } from '../ui/work.ts'
import { KeyForm } from './key-form.tsx'
import {
  type Key,
  type KeyAction,
  type KeyPlace,
  type KeyValues,
  type RecentCall,
  recentMax,
} from './key-place.ts'

type Props<A = KeyAction> = { action: A; place: KeyPlace; onClose: () => void }

export function KeyDialogs({ action, ...props }: Props) {
  if (action.kind === 'create') return <Create action={action} {...props} />
  if (action.kind === 'change') return <Change action={action} {...props} />
  return action.kind === 'rotate' ? (
    <Rotate action={action} {...props} />
  ) : (
    <Switch action={action} {...props} />
  )
}

/** Work on a key, after which the list of them is another. */
function useKeyWork() {
  const queries = useQueryClient()
  const { work, ...state } = useWork()
  return {
    ...state,
    work: (run: () => Promise<unknown>) =>
      work(async () => {
        await run()
        await queries.invalidateQueries({ queryKey: ['keys'] })
      }),
  }
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

/** What is empty is left to the server, which gives the key what its maker has. */
const omitEmpty = ({ scopes, allowed_ips: addresses, quotas, alias }: KeyValues) => ({
  alias,
  ...(scopes === null ? {} : { scopes }),
  ...(addresses === null ? {} : { allowed_ips: addresses }),
  ...(Object.values(quotas).every((quota) => quota === null) ? {} : { quotas }),
})

function Create({ place, onClose }: Props) {
  const { work, ...state } = useKeyWork()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Dialog title={t('New key')} onClose={onClose}>
      {secret !== null ? (
        <Secret secret={secret} />
      ) : (
        <KeyForm
          {...state}
          button={t('Make the key')}
          onSubmit={(values) =>
            void work(async () => setSecret((await place.create(omitEmpty(values))).secret))
          }
        />
      )}
    </Dialog>
  )
}

function Change({ action: { key }, place, onClose }: Props<{ kind: 'change'; key: Key }>) {
  const { work, ...state } = useKeyWork()
  return (
    <Dialog title={t('Change {0}', key.alias)} onClose={onClose}>
      <KeyForm
        {...state}
        known={key}
        button={t('Save')}
        onSubmit={(values) =>
          void work(async () => {
            await place.change(key.id, findChanges(key, values))
            onClose()
          })
        }
      />
    </Dialog>
  )
}

/** Only what is another: a key may not be allowed to set again what it has. */
const findChanges = (key: Key, values: KeyValues): Partial<KeyValues> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        JSON.stringify(sorted(value)) !== JSON.stringify(sorted(key[name as keyof KeyValues])),
    ),
  )

const sorted = (value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    : value

const graces = [0, 3600, 86_400, 604_800]
const graceNames: Record<number, () => string> = {
  0: () => t('not at all'),
  3600: () => t('for an hour'),
  86400: () => t('for a day'),
  604800: () => t('for a week'),
}

function Rotate({ action: { key }, place, onClose }: Props<{ kind: 'rotate'; key: Key }>) {
  const { problem, isBusy, work } = useKeyWork()
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
  const { problem, isBusy, work } = useKeyWork()
  const recent = useQuery({
    queryKey: ['recent', key.id],
    queryFn: () => place.recent(key.id),
    enabled: key.active,
  })
  return (
    <Dialog title={key.active ? t('Revoke {0}', key.alias) : t('Activate {0}', key.alias)} onClose={onClose}>
      {key.active && (
        <div className="mb-3 space-y-2 text-sm">
          <p>{t('Calls with it are refused within a second, on every server.')}</p>
          <Shown query={recent} rows={2}>
            {(calls) => <RecentUse calls={calls} />}
          </Shown>
        </div>
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

/** What a revocation will break. */
function RecentUse({ calls }: { calls: readonly RecentCall[] }) {
  const [last] = calls
  if (!last) return <p role="status">{t('It was not used recently.')}</p>
  const counts = new Map<string, number>()
  for (const { endpoint } of calls) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1)
  return (
    <div role="status" className="rounded-md bg-[var(--amber-tint)] px-3 py-2 text-amber">
      <p>
        {t(
          'It was used recently: {0} calls, which will fail from then on.',
          calls.length >= recentMax ? `${recentMax}+` : number(calls.length),
        )}{' '}
        {t('Last on {0}.', moment(last.at))}
      </p>
      <ul className="mono mt-1">
        {[...counts]
          .sort(([, one], [, other]) => other - one)
          .slice(0, 5)
          .map(([endpoint, count]) => (
            <li key={endpoint} className="flex justify-between gap-3">
              <span className="truncate">{endpoint}</span> <span>{number(count)}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}
