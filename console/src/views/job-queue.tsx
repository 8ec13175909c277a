// The filters of the job list and the numbers of open jobs, for the operator.
import { quarry } from '../api.ts'
import { number, t } from '../text.ts'
import { Button, readForm, SelectField, TextField } from '../ui/controls.tsx'
import { useParams } from '../ui/search.ts'
import { useRead } from '../use-read.ts'

const states = ['queued', 'running', 'completed', 'failed'] as const
type State = (typeof states)[number]

export const parseState = (text: string | undefined): State | undefined =>
  states.find((state) => state === text)

export function JobQueue() {
  const [{ state, account }, setSearch] = useParams()
  const overview = useRead(['admin', 'overview'], () => quarry.request('GET', '/admin/overview'), {
    refetchInterval: 5_000,
  })
  const open = overview.data?.open_jobs
  return (
    <form
      className="mb-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setSearch({ account: readForm(event.currentTarget)('account') || undefined })
      }}
    >
      <SelectField
        label={t('State')}
        value={parseState(state) ?? ''}
        onChange={(value) => setSearch({ state: value || undefined })}
      >
        <option value="">{t('All states')}</option>
        {states.map((name) => (
          <option key={name} value={name}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      <TextField key={account} label={t('Account')} name="account" defaultValue={account ?? ''} />
      <Button type="submit">{t('Filter')}</Button>
      <p role="status" className="quiet pb-2 text-sm">
        {open && t('{0} waiting, {1} running', number(open.queued), number(open.running))}
      </p>
    </form>
  )
}
