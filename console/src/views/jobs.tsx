// Jobs and batches of the account, or of all accounts for the operator.
import { useState } from 'react'
import { useSignedIn } from '../session.ts'
import { t } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { Card, Page } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'
import { Tabs } from '../ui/tabs.tsx'
import { BatchDetail } from './batch-detail.tsx'
import { BatchList } from './batch-list.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { JobDetail } from './job-detail.tsx'
import { JobList } from './job-list.tsx'
import { type BatchStart, NewBatch } from './new-batch.tsx'

/** The tabs by their name in the URL. */
const tabNames = ['batches', 'jobs', 'deliveries']

export function View() {
  const isOperator = useSignedIn().role === 'operator'
  const [search, setSearch] = useParams()
  const [making, setMaking] = useState<'file' | BatchStart | null>(null)
  return (
    <Page
      title={t('Jobs and batches')}
      note={t('Lookups that run in the background')}
      actions={
        !isOperator && (
          <Button look="main" onClick={() => setMaking('file')}>
            {t('New batch from CSV')}
          </Button>
        )
      }
    >
      <Card flush>
        <Tabs
          label={t('Jobs and batches')}
          start={Math.max(0, tabNames.indexOf(search.tab ?? ''))}
          tabs={[
            {
              name: t('Batches'),
              content: () => <BatchList isOperator={isOperator} onPick={(batch) => setSearch({ batch })} />,
            },
            {
              name: t('Jobs'),
              content: () => <JobList isOperator={isOperator} onPick={(job) => setSearch({ job })} />,
            },
            ...(isOperator ? [{ name: t('Deliveries'), content: () => <DeliveryList /> }] : []),
          ]}
        />
      </Card>
      {making && (
        <NewBatch
          {...(making === 'file' ? {} : { initial: making })}
          onClose={() => setMaking(null)}
          onMade={(batch) => {
            setMaking(null)
            setSearch({ batch })
          }}
        />
      )}
      {search.batch && !isOperator && !making && (
        <BatchDetail
          key={search.batch}
          id={search.batch}
          onClose={() => setSearch({ batch: undefined })}
          onAgain={setMaking}
        />
      )}
      {search.job && !isOperator && (
        <JobDetail key={search.job} id={search.job} onClose={() => setSearch({ job: undefined })} />
      )}
    </Page>
  )
}
