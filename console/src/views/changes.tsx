// The change log of the operator: accounts, keys and grants.
import { quarry } from '../api.ts'
import { usePages } from '../requests.ts'
import { formatMoment, t } from '../text.ts'
import { Button, TextButton } from '../ui/controls.tsx'
import { Card, ViewPage } from '../ui/parts.tsx'
import { useParams } from '../ui/search.tsx'
import { More, Table } from '../ui/table.tsx'

export function View() {
  const [{ subject }, setParams] = useParams()
  const query = usePages(['changes', subject ?? ''], (cursor) =>
    quarry.request('GET', '/admin/changes', {
      query: { ...(subject ? { subject } : {}), ...cursor },
    }),
  )
  return (
    <ViewPage
      title={t('Changes')}
      note={subject && t('Changes to {0}', subject)}
      actions={subject && <Button onClick={() => setParams({ subject: undefined })}>{t('Show all')}</Button>}
    >
      <Card className="[&>div]:pt-0">
        <More query={query} getItems={({ changes }) => changes} empty={t('No changes yet')}>
          {(changes) => (
            <Table
              label={t('Changes')}
              heads={[t('Time'), t('Actor'), t('What'), t('Subject'), t('Details')]}
            >
              {changes.map((change, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several may be of one moment
                <tr key={n}>
                  <td className="whitespace-nowrap">{formatMoment(change.at)}</td>
                  <td className="whitespace-nowrap" title={change.actor}>
                    {shortenId(change.actor)}
                  </td>
                  <td className="whitespace-nowrap">{change.action}</td>
                  <td>
                    <TextButton
                      look="mono whitespace-nowrap"
                      title={change.subject}
                      onClick={() => setParams({ subject: change.subject })}
                    >
                      {shortenId(change.subject)}
                    </TextButton>
                  </td>
                  <td className="mono quiet max-w-96">{JSON.stringify(change.detail)}</td>
                </tr>
              ))}
            </Table>
          )}
        </More>
      </Card>
    </ViewPage>
  )
}

/** Shortens ids to their first part, which is enough to tell them apart; the title has the whole id. */
const shortenId = (name: string) => name.replace(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}\b/, '$1…')
