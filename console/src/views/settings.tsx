// What the operator can see of the server itself: what it stores, and its settings.
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import { formatBytes, t } from '../text.ts'
import { Badge, Card, Loaded, ViewPage } from '../ui/parts.tsx'
import { numbers, Table } from '../ui/table.tsx'

export function View() {
  const settings = useRead(['admin', 'settings'], () => quarry.request('GET', '/admin/settings'))
  return (
    <ViewPage
      title={t('Settings')}
      note={t('Current values of the server that responded; secrets are hidden')}
    >
      <Storage />
      <Card className="mt-4 [&>div]:pt-0">
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
    </ViewPage>
  )
}

function Storage() {
  const overview = useRead(['admin', 'overview'], () => quarry.request('GET', '/admin/overview'))
  return (
    <Card title={t('Storage')}>
      <Loaded query={overview} rows={4}>
        {({ storage }) => (
          <>
            <p className="quiet mb-2 text-sm">
              {t('Database: {0}.', formatBytes(storage.database_bytes))}{' '}
              {storage.disk_bytes !== null &&
                storage.disk_free_bytes !== null &&
                t(
                  'Disk of the data folder: {0} of {1} free.',
                  formatBytes(storage.disk_free_bytes),
                  formatBytes(storage.disk_bytes),
                )}{' '}
              {t('The largest tables, with their indexes:')}
            </p>
            <Table label={t('Storage')} isDense heads={[t('Name'), numbers(t('Size'))]}>
              {storage.tables.map((table) => (
                <tr key={table.name}>
                  <td className="mono">{table.name}</td>
                  <td className="text-right">{formatBytes(table.bytes)}</td>
                </tr>
              ))}
            </Table>
          </>
        )}
      </Loaded>
    </Card>
  )
}
