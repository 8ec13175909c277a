// Keys as rows: what each may do, and what can be done with it. The same for an account and for the operator.
import type { Schemas } from '@quarry/sdk'
import { quarry } from '../api.ts'
import { day, number, t } from '../text.ts'
import { Badge, Empty } from '../ui/parts.tsx'
import { Scroller } from '../ui/scroller.tsx'
import type { KeyAction } from './key-dialogs.tsx'

export type Key = Schemas['Key']
export type NewKey = {
  alias: string
  scopes?: string[] | null
  allowed_ips?: string[] | null
  quotas?: Record<string, number>
}

/** Where keys are changed: an account's own, or any for the operator. */
export type KeyPlace = {
  create: (key: NewKey) => Promise<{ secret: string }>
  change: (id: string, change: { active: boolean }) => Promise<unknown>
  rotate: (id: string, graceSeconds: number) => Promise<{ secret: string }>
  /** Of recent calls, for whoever is about to revoke it. */
  recent: (id: string) => Promise<number | null>
}

export const ownKeys: KeyPlace = {
  create: async (key) => (await quarry.request('POST', '/v2/keys', { body: key as never })).data as never,
  change: (id, change) => quarry.request('PATCH', '/v2/keys/{id}', { path: { id }, body: change }),
  rotate: async (id, grace) =>
    (await quarry.request('POST', '/v2/keys/{id}/rotate', { path: { id }, body: { grace_seconds: grace } }))
      .data as never,
  recent: async (id) =>
    (await quarry.request('GET', '/v2/calls', { query: { key: id, limit: 100 } })).data.calls.length,
}

type KeyTableProps = { keys: readonly Key[]; own: string | null; onAction: (action: KeyAction) => void }

export function KeyTable({ keys, own, onAction }: KeyTableProps) {
  if (keys.length === 0) return <Empty title={t('No keys yet')} />
  return (
    <Scroller label={t('Keys')} className="overflow-x-auto">
      <table className="text-[0.9rem]">
        <thead>
          <tr>
            <th>{t('Name')}</th>
            <th>{t('State')}</th>
            <th>{t('Scopes')}</th>
            <th>{t('Addresses')}</th>
            <th>{t('Quotas')}</th>
            <th>{t('Made')}</th>
            <th>
              <span className="sr-only">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                <span className="font-medium">{key.alias}</span>
                <span className="mono quiet block">…{key.last_four}</span>
              </td>
              <td>
                <Badge kind={key.active ? 'good' : 'bad'}>{key.active ? t('active') : t('revoked')}</Badge>{' '}
                {key.permissions.includes('manage') && <Badge kind="info">manage</Badge>}
                {key.expires && (
                  <span className="quiet block text-[0.8rem]">{t('until {0}', day(key.expires))}</span>
                )}
              </td>
              <td className="mono max-w-56">
                {key.scopes?.join(', ') ?? <span className="quiet">{t('everything')}</span>}
              </td>
              <td className="mono max-w-40">
                {key.allowed_ips?.join(', ') ?? <span className="quiet">{t('everywhere')}</span>}
              </td>
              <td className="quiet whitespace-nowrap">{quotasOf(key)}</td>
              <td className="quiet whitespace-nowrap">{day(key.created)}</td>
              <td className="text-right whitespace-nowrap">
                {key.id === own ? (
                  <span className="quiet text-[0.82rem]">{t('this one')}</span>
                ) : (
                  <span className="inline-flex gap-1.5">
                    <button
                      type="button"
                      className="button small"
                      onClick={() => onAction({ kind: 'rotate', key })}
                    >
                      {t('Rotate')}
                    </button>
                    <button
                      type="button"
                      className={`button small ${key.active ? 'danger' : ''}`}
                      onClick={() => onAction({ kind: 'switch', key })}
                    >
                      {key.active ? t('Revoke') : t('Activate')}
                    </button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function quotasOf({ quotas }: Key): string {
  const given = Object.entries(quotas).flatMap(([name, value]) =>
    value === null ? [] : [`${t(name)} ${number(value)}`],
  )
  return given.length === 0 ? t('none') : given.join(', ')
}
