// The keys of the account: made, narrowed, rotated and revoked here by a key that may manage them.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { quarry } from '../api.ts'
import { useSignedIn } from '../session.ts'
import { t } from '../text.ts'
import { Card, Empty, Page, Shown } from '../ui/parts.tsx'
import { KeyDialogs } from './key-dialogs.tsx'
import { type KeyAction, ownKeys } from './key-place.ts'
import { KeyTable } from './key-table.tsx'

export function View() {
  const { may, key } = useSignedIn()
  const [action, setAction] = useState<KeyAction | null>(null)
  const keys = useQuery({
    queryKey: ['keys', null],
    queryFn: async () => (await quarry.request('GET', '/v2/keys')).data,
    enabled: may.keys,
    refetchInterval: 30_000,
  })
  return (
    <Page
      title={t('Keys')}
      note={t('Signed in with the key {0}', key?.alias ?? '')}
      actions={
        may.keys && (
          <button type="button" className="button main" onClick={() => setAction({ kind: 'create' })}>
            {t('New key')}
          </button>
        )
      }
    >
      <Card className="[&>div]:pt-0">
        {may.keys ? (
          <Shown query={keys}>
            {(data) => <KeyTable keys={data.keys} own={key?.id ?? null} onAction={setAction} />}
          </Shown>
        ) : (
          <Empty title={t('This key may not manage keys')}>
            {t(
              'Only a key with the permission “manage” lists, makes and revokes the keys of its account. The operator gives it: sign in with such a key to see them here.',
            )}
          </Empty>
        )}
      </Card>
      {action && <KeyDialogs action={action} place={ownKeys} onClose={() => setAction(null)} />}
    </Page>
  )
}
