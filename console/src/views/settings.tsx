import { quarry } from '../api.ts'
import { t } from '../text.ts'
import { Table } from '../ui/more.tsx'
import { Badge, Card, Loaded, Page } from '../ui/parts.tsx'
import { useRead } from '../use-read.ts'

export function View() {
  const settings = useRead(['admin', 'settings'], () => quarry.request('GET', '/admin/settings'))
  return (
    <Page title={t('Settings')} note={t('Current values of the server that responded; secrets are hidden')}>
      <Card className="[&>div]:pt-0">
        <Loaded query={settings} rows={12}>
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
        </Loaded>
      </Card>
    </Page>
  )
}
