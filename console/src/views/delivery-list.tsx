// Webhook messages of all accounts, newest first, for the operator.
import { quarry } from '../api.ts'
import { usePages } from '../requests.ts'
import { formatMoment, t } from '../text.ts'
import { SelectField } from '../ui/controls.tsx'
import { State } from '../ui/parts.tsx'
import { useParams } from '../ui/search.tsx'
import { More, numbers, Table } from '../ui/table.tsx'

const states = ['pending', 'delivered', 'failed'] as const

type Filter = { status?: (typeof states)[number]; cursor?: string }
const readDeliveries = (query: Filter) => quarry.request('GET', '/admin/deliveries', { query })
type Delivery = Awaited<ReturnType<typeof readDeliveries>>['data']['deliveries'][number]

export function DeliveryList() {
  const [search, setSearch] = useParams()
  const status = states.find((state) => state === search.delivery)
  const filter = status === undefined ? {} : { status }
  const query = usePages(
    ['admin', 'deliveries', status],
    (cursor) => readDeliveries({ ...filter, ...cursor }),
    5_000,
  )
  return (
    <>
      <div className="mb-3 max-w-52">
        <SelectField
          label={t('State')}
          value={status ?? ''}
          onChange={(value) => setSearch({ delivery: value || undefined })}
        >
          <option value="">{t('All states')}</option>
          {states.map((state) => (
            <option key={state} value={state}>
              {t(state)}
            </option>
          ))}
        </SelectField>
      </div>
      <More
        query={query}
        getItems={({ deliveries }) => deliveries}
        empty={status === undefined ? t('No deliveries yet') : t('Nothing matches these filters.')}
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} />}
      </More>
    </>
  )
}

function DeliveryTable({ deliveries }: { deliveries: Delivery[] }) {
  const heads = [
    t('Created'),
    t('Account'),
    t('Address'),
    t('State'),
    t('Last response'),
    numbers(t('Tries')),
  ]
  return (
    <Table label={t('Deliveries')} heads={heads}>
      {deliveries.map((delivery) => {
        const last = delivery.tries.at(-1)
        return (
          <tr key={delivery.delivery_id}>
            <td className="whitespace-nowrap">{formatMoment(delivery.created_at)}</td>
            <td>{delivery.account}</td>
            <td className="mono max-w-72 truncate">{delivery.url}</td>
            <td>
              <State state={delivery.status} />
            </td>
            <td className="quiet">{last ? (last.status ?? last.error) : '–'}</td>
            <td className="text-right">{delivery.attempts}</td>
          </tr>
        )
      })}
    </Table>
  )
}
