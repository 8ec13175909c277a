// The settings in force, each with where it came from.
import { useQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { t } from '../text.ts'
import { Table } from '../ui/more.tsx'
import { Badge, Card, Page, Shown } from '../ui/parts.tsx'

export function View() {
  const settings = useQuery({
    queryKey: ['admin', 'settings'],
    queryFn: async () => (await quarry.request('GET', '/admin/settings')).data,
  })
  return (
    <Page
      title={t('Settings')}
      note={t('As they are in force on the server that answered; secrets are not shown')}
    >
      <Card className="[&>div]:pt-0">
        <Shown query={settings} rows={12}>
          {(data) => (
            <Table label={t('Settings')} heads={[t('Setting'), t('Value'), t('From')]}>
              {data.settings.map(({ name, value, from }) => (
                <tr key={name}>
                  <td className="mono whitespace-nowrap">{name}</td>
                  <td className="mono">{value === null ? '–' : JSON.stringify(value)}</td>
                  <td>
                    <Badge kind={from === 'default' ? '' : 'info'}>{t(from)}</Badge>
                  </td>
                </tr>
              ))}
            </Table>
          )}
        </Shown>
      </Card>
    </Page>
  )
}
