// The keys of the account, with dialogs for a key that may manage them.
import { useState } from 'react'
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import { useSignedIn } from '../session.ts'
import { t } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { Card, Empty, Loaded, ViewPage } from '../ui/parts.tsx'
import { type KeyAction, ownKeys } from './key-actions.ts'
import { KeyDialogs } from './key-dialogs.tsx'
import { KeyTable } from './key-table.tsx'

export function View() {
  const { may, key } = useSignedIn()
  const [action, setAction] = useState<KeyAction | null>(null)
  const keys = useRead(['keys', null], () => quarry.request('GET', '/v2/keys'), {
    enabled: may.keys,
    refetchInterval: 30_000,
  })
  return (
    <ViewPage
      title={t('Keys')}
      note={t('Signed in with the key {0}', key?.alias ?? '')}
      actions={
        may.keys && (
          <Button look="main" onClick={() => setAction({ kind: 'create' })}>
            {t('New key')}
          </Button>
        )
      }
    >
      <Card className="[&>div]:pt-0">
        {may.keys ? (
          <Loaded query={keys}>
            {(data) => <KeyTable keys={data.keys} own={key?.id ?? null} onAction={setAction} />}
          </Loaded>
        ) : (
          <Empty title={t('This key cannot manage keys')}>
            {t('Sign in with a key that has the permission “manage”. The operator can grant it.')}
          </Empty>
        )}
      </Card>
      {action && <KeyDialogs action={action} routes={ownKeys} onClose={() => setAction(null)} />}
    </ViewPage>
  )
}
