// Which of the records that were read are watched for drift: all but those of lookups that provoke a fault.
import type { Drift } from '../drift/drift.ts'
import type { FoundRecord } from './find-record.ts'

export const createWatchDrift =
  (drift: Pick<Drift, 'observe'>) =>
  ({ request, through, reading }: FoundRecord): void => {
    const { endpoint, query, member, requestId = '' } = request
    if (through.isProvoked(query)) return
    drift.observe({
      path: endpoint.path,
      provider: through.name,
      form: reading.form,
      account: Number(member.accountId),
      query,
      id: requestId,
      shape: reading.shape,
    })
  }
