// Dialogs that create, change, rotate and revoke a key. A secret is shown once, until the dialog closes.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useWork } from '../requests.ts'
import { formatMoment, formatNumber, t } from '../text.ts'
import { Button, Copy, FormField, NumberField, readForm, splitList, TextField } from '../ui/controls.tsx'
import { Dialog, Loaded, Problem } from '../ui/parts.tsx'
import {
  type Key,
  type KeyAction,
  type KeyRoutes,
  type KeyValues,
  quotaWindows,
  type RecentCall,
  recentMax,
} from './key-actions.ts'

type DialogProps = { routes: KeyRoutes; onClose: () => void }
type Props = DialogProps & { action: KeyAction }
type KeyDialogProps = DialogProps & { keyData: Key }

export function KeyDialogs({ action, ...props }: Props) {
  if (action.kind === 'create') return <Create {...props} />
  const Part = { change: Change, rotate: Rotate, switch: Switch }[action.kind]
  return <Part keyData={action.key} {...props} />
}

/** Runs an action on a key, then reads the list of keys again. */
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
      <p className="mb-2 text-sm">{t('Copy it now. It is shown only once.')}</p>
      <p className="mono rounded-md bg-raised p-3 break-all select-all">{secret}</p>
      <div className="mt-3">
        <Copy text={secret} />
      </div>
    </div>
  )
}

/** Leaves out empty values: the server then copies those of the key that creates this one. */
const omitEmpty = ({ scopes, allowed_ips: addresses, quotas, alias }: KeyValues) => ({
  alias,
  ...(scopes === null ? {} : { scopes }),
  ...(addresses === null ? {} : { allowed_ips: addresses }),
  ...(Object.values(quotas).every((quota) => quota === null) ? {} : { quotas }),
})

function Create({ routes, onClose }: DialogProps) {
  const { work, ...state } = useKeyWork()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Dialog title={t('New key')} onClose={onClose}>
      {secret !== null ? (
        <Secret secret={secret} />
      ) : (
        <KeyForm
          {...state}
          button={t('Create key')}
          onSubmit={(values) =>
            void work(async () => setSecret((await routes.create(omitEmpty(values))).secret))
          }
        />
      )}
    </Dialog>
  )
}

function Change({ keyData: key, routes, onClose }: KeyDialogProps) {
  const { work, ...state } = useKeyWork()
  return (
    <Dialog title={t('Change {0}', key.alias)} onClose={onClose}>
      <KeyForm
        {...state}
        values={key}
        button={t('Save')}
        onSubmit={(values) =>
          void work(async () => {
            await routes.change(key.id, findChanges(key, values))
            onClose()
          })
        }
      />
    </Dialog>
  )
}

/** Only changed values: a key may not be allowed to set the others again. */
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

function Rotate({ keyData: key, routes, onClose }: KeyDialogProps) {
  const { problem, isBusy, work } = useKeyWork()
  const [grace, setGrace] = useState(86_400)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Dialog title={t('Rotate {0}', key.alias)} onClose={onClose}>
      {secret !== null ? (
        <Secret secret={secret} />
      ) : (
        <div className="space-y-3">
          <p className="text-sm">{t('The key gets a new secret. Everything else stays the same.')}</p>
          <FormField label={t('The old secret keeps working')}>
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
          </FormField>
          {problem !== null && <Problem error={problem} />}
          <Button
            look="main w-full"
            disabled={isBusy}
            onClick={() => void work(async () => setSecret((await routes.rotate(key.id, grace)).secret))}
          >
            {t('Rotate')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Switch({ keyData: key, routes, onClose }: KeyDialogProps) {
  const { problem, isBusy, work } = useKeyWork()
  const recent = useQuery({
    queryKey: ['recent', key.id],
    queryFn: () => routes.recent(key.id),
    enabled: key.active,
  })
  return (
    <Dialog title={key.active ? t('Revoke {0}', key.alias) : t('Activate {0}', key.alias)} onClose={onClose}>
      {key.active && (
        <div className="mb-3 space-y-2 text-sm">
          <p>{t('All servers refuse calls with this key within a second.')}</p>
          <Loaded query={recent} rows={2}>
            {(calls) => <RecentUse calls={calls} />}
          </Loaded>
        </div>
      )}
      {problem !== null && <Problem error={problem} />}
      <Button
        look={`w-full ${key.active ? 'danger' : 'main'}`}
        disabled={isBusy}
        onClick={() =>
          void work(async () => {
            await routes.change(key.id, { active: !key.active })
            onClose()
          })
        }
      >
        {key.active ? t('Revoke') : t('Activate')}
      </Button>
    </Dialog>
  )
}

/** What a revocation will break. */
function RecentUse({ calls }: { calls: readonly RecentCall[] }) {
  const [last] = calls
  if (!last) return <p role="status">{t('This key was not used recently.')}</p>
  const counts = new Map<string, number>()
  for (const { endpoint } of calls) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1)
  return (
    <div role="status" className="rounded-md bg-[var(--amber-tint)] px-3 py-2 text-amber">
      <p>
        {t(
          'Recent calls with this key: {0}. Calls like these will fail.',
          calls.length >= recentMax ? `${recentMax}+` : formatNumber(calls.length),
        )}{' '}
        {t('Last call: {0}.', formatMoment(last.at))}
      </p>
      <ul className="mono mt-1">
        {[...counts]
          .sort(([, one], [, other]) => other - one)
          .slice(0, 5)
          .map(([endpoint, count]) => (
            <li key={endpoint} className="flex justify-between gap-3">
              <span className="truncate">{endpoint}</span> <span>{formatNumber(count)}</span>
            </li>
          ))}
      </ul>
    </div>
  )
}

type KeyFormProps = {
  values?: Key
  problem: unknown
  isBusy: boolean
  button: string
  onSubmit: (values: KeyValues) => void
}

/** The form for a new or a changed key. */
function KeyForm({ values, problem, isBusy, button, onSubmit }: KeyFormProps) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(readValues(event.currentTarget))
  }
  return (
    <form className="space-y-3" onSubmit={submit}>
      <TextField label={t('Name')} name="alias" required defaultValue={values?.alias ?? ''} />
      <TextField
        label={t('Scopes, such as company or /v2/company/*; leave empty for all')}
        name="scopes"
        look="mono"
        defaultValue={values?.scopes?.join(', ') ?? ''}
      />
      <TextField
        label={t('Allowed IP addresses or ranges; leave empty for all')}
        name="addresses"
        look="mono"
        defaultValue={values?.allowed_ips?.join(', ') ?? ''}
      />
      <fieldset aria-describedby={id}>
        <legend className="mb-1 text-[0.82rem] font-medium text-quiet">{t('Credit quotas')}</legend>
        <div className="pairs gap-3 sm:grid-cols-4">
          {quotaWindows.map((name) => (
            <NumberField key={name} label={t(name)} name={name} defaultValue={values?.quotas[name] ?? ''} />
          ))}
        </div>
        <p id={id} className="quiet mt-1 text-[0.8rem]">
          {t('Leave empty for no limit.')}
        </p>
      </fieldset>
      {problem !== null && <Problem error={problem} />}
      <Button type="submit" look="main w-full" disabled={isBusy}>
        {button}
      </Button>
    </form>
  )
}

function readValues(form: HTMLFormElement): KeyValues {
  const read = readForm(form)
  const readList = (name: string) => {
    const list = splitList(read(name))
    return list.length > 0 ? list : null
  }
  const readQuota = (name: string) => (read(name) === '' ? null : Number(read(name)))
  return {
    alias: read('alias'),
    scopes: readList('scopes'),
    allowed_ips: readList('addresses'),
    quotas: {
      daily: readQuota('daily'),
      weekly: readQuota('weekly'),
      monthly: readQuota('monthly'),
      total: readQuota('total'),
    },
  }
}
