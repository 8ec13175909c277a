// What was changed, when and as whom: accounts, keys, grants.
import { useInfiniteQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { moment, t } from '../text.ts'
import { More, paged, Table, toCursor } from '../ui/more.tsx'
import { Card, Page } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'

export function View() {
  const [{ subject }, setParams] = useParams()
  const query = useInfiniteQuery({
    queryKey: ['changes', subject ?? ''],
    queryFn: async ({ pageParam }) =>
      (
        await quarry.request('GET', '/admin/changes', {
          query: { ...(subject ? { subject } : {}), ...toCursor(pageParam) },
        })
      ).data,
    ...paged,
  })
  return (
    <Page
      title={t('Changes')}
      note={subject && t('Of {0}', subject)}
      actions={
        subject && (
          <button type="button" className="button" onClick={() => setParams({ subject: undefined })}>
            {t('Show all')}
          </button>
        )
      }
    >
      <Card className="[&>div]:pt-0">
        <More query={query} getItems={({ changes }) => changes} empty={t('Nothing was changed yet')}>
          {(changes) => (
            <Table label={t('Changes')} heads={[t('Time'), t('Who'), t('What'), t('Of'), t('Detail')]}>
              {changes.map((one, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several may be of one moment
                <tr key={n}>
                  <td className="whitespace-nowrap">{moment(one.at)}</td>
                  <td className="whitespace-nowrap" title={one.actor}>
                    {shortened(one.actor)}
                  </td>
                  <td className="whitespace-nowrap">{one.action}</td>
                  <td>
                    <button
                      type="button"
                      className="mono text-left whitespace-nowrap text-accent hover:underline"
                      title={one.subject}
                      onClick={() => setParams({ subject: one.subject })}
                    >
                      {shortened(one.subject)}
                    </button>
                  </td>
                  <td className="mono quiet max-w-96">{JSON.stringify(one.detail)}</td>
                </tr>
              ))}
            </Table>
          )}
        </More>
      </Card>
    </Page>
  )
}

/** The beginning of an id tells it apart; the whole of it is in the title. */
const shortened = (name: string) => name.replace(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f-]{22}\b/, '$1…')
