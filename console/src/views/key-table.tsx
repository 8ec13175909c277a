// A table of keys, for accounts and the operator.
import { formatDay, formatMoment, formatNumber, t } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { Badge, Bar, Countdown, Empty } from '../ui/parts.tsx'
import { actions, Table } from '../ui/table.tsx'
import { type Key, type KeyAction, quotaWindows } from './key-actions.ts'

type KeyTableProps = { keys: readonly Key[]; own: string | null; onAction: (action: KeyAction) => void }

export function KeyTable({ keys, own, onAction }: KeyTableProps) {
  if (keys.length === 0) return <Empty title={t('No keys yet')} />
  return (
    <Table
      label={t('Keys')}
      heads={[t('Name'), t('State'), t('Scopes'), t('Addresses'), t('Quotas'), t('Created'), actions()]}
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <td>
            <span className="font-medium">{key.alias}</span>
            <span className="mono quiet block whitespace-nowrap">…{key.last_four}</span>
          </td>
          <td>
            <KeyState keyData={key} />
          </td>
          <td className="mono max-w-56">
            {key.scopes?.join(', ') ?? <span className="quiet">{t('all endpoints')}</span>}
          </td>
          <td className="mono max-w-40">
            {key.allowed_ips?.join(', ') ?? <span className="quiet">{t('all addresses')}</span>}
          </td>
          <td className="min-w-36">
            <Quotas keyData={key} />
          </td>
          <td className="quiet whitespace-nowrap">{formatDay(key.created)}</td>
          <td className="text-right whitespace-nowrap">
            {key.id === own ? (
              <span className="quiet text-[0.82rem]">{t('this key')}</span>
            ) : own !== null && key.permissions.includes('manage') ? (
              <span className="quiet text-[0.82rem]">{t('only the operator can change it')}</span>
            ) : (
              <span className="actions">
                <Button look="small" onClick={() => onAction({ kind: 'change', key })}>
                  {t('Change')}
                </Button>
                <Button look="small" onClick={() => onAction({ kind: 'rotate', key })}>
                  {t('Rotate')}
                </Button>
                <Button
                  look={`small ${key.active ? 'danger' : ''}`}
                  onClick={() => onAction({ kind: 'switch', key })}
                >
                  {key.active ? t('Revoke') : t('Activate')}
                </Button>
              </span>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function KeyState({ keyData: key }: { keyData: Key }) {
  return (
    <div>
      <Badge kind={key.active ? 'good' : 'bad'}>{key.active ? t('active') : t('revoked')}</Badge>{' '}
      {key.permissions.includes('manage') && <Badge kind="info">manage</Badge>}
      {key.expires && (
        <span className="quiet block text-[0.8rem]">{t('until {0}', formatMoment(key.expires))}</span>
      )}
      {key.previous_until && (
        <span className="mt-1 block text-[0.8rem] text-amber">
          {t('old secret expires in')}{' '}
          <Countdown key={key.previous_until} until={key.previous_until} over={t('now')} />
        </span>
      )}
    </div>
  )
}

/** How much of each quota is used up. */
function Quotas({ keyData: { quotas, quotas_used: used } }: { keyData: Key }) {
  const limited = quotaWindows.flatMap((name) => {
    const most = quotas[name]
    return most === null ? [] : [{ name, most, used: used[name] ?? 0 }]
  })
  if (limited.length === 0) return <span className="quiet">{t('none')}</span>
  return (
    <ul className="space-y-1.5">
      {limited.map(({ name, most, used: count }) => (
        <li key={name}>
          <p className="numbers flex justify-between gap-3 text-[0.8rem] whitespace-nowrap">
            <span className="quiet">{t(name)}</span>
            <span className={count >= most ? 'text-red' : ''}>
              {formatNumber(count)} / {formatNumber(most)}
            </span>
          </p>
          <Bar share={most === 0 ? 1 : count / most} label={`${t('Quotas')}: ${t(name)}`} />
        </li>
      ))}
    </ul>
  )
}
