// What waits and runs of all accounts' jobs, above their list: how many there are, and which of them are shown.
import { useQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { number, t } from '../text.ts'
import { Field } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'

const states = ['queued', 'running', 'completed', 'failed'] as const
type State = (typeof states)[number]

/** Of the address; anything else is no state. */
export const parseState = (given: string | undefined): State | undefined =>
  states.find((one) => one === given)

export function JobQueue() {
  const [{ state, account }, setSearch] = useParams()
  const overview = useQuery({
    queryKey: ['admin', 'overview'],
    queryFn: async () => (await quarry.request('GET', '/admin/overview')).data,
    refetchInterval: 5_000,
  })
  const open = overview.data?.open_jobs
  return (
    <form
      className="mb-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setSearch({
          account: String(new FormData(event.currentTarget).get('account') ?? '').trim() || undefined,
        })
      }}
    >
      <Field label={t('State')}>
        <select
          className="input"
          value={parseState(state) ?? ''}
          onChange={({ target }) => setSearch({ state: target.value || undefined })}
        >
          <option value="">{t('All states')}</option>
          {states.map((one) => (
            <option key={one} value={one}>
              {t(one)}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('Account')}>
        <input
          key={account}
          className="input"
          name="account"
          defaultValue={account ?? ''}
          spellCheck={false}
        />
      </Field>
      <button type="submit" className="button">
        {t('Filter')}
      </button>
      <p role="status" className="quiet pb-2 text-sm">
        {open && t('{0} waiting, {1} running', number(open.queued), number(open.running))}
      </p>
    </form>
  )
}
