// Sources: endpoints, providers, completeness of records, and the share of records with each field.
import type { Schemas } from '@quarry/sdk'
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import { formatCredits, formatNumber, formatPercent, plural, t } from '../text.ts'
import { Button } from '../ui/controls.tsx'
import { Bar, Card, Dialog, Empty, Loaded, ViewPage } from '../ui/parts.tsx'
import { useParams } from '../ui/search.tsx'
import { numbers, Table } from '../ui/table.tsx'

type Source = Schemas['Sources']['sources'][number]

export function View() {
  const [{ source }, setSearch] = useParams()
  const sources = useRead(['admin', 'sources'], () => quarry.request('GET', '/admin/sources'))
  return (
    <ViewPage title={t('Sources')} note={t('Completeness of the records of the last 30 days')}>
      <Loaded query={sources} rows={12}>
        {(data) =>
          data.sources.length === 0 ? (
            <Empty title={t('This server has no sources')} />
          ) : (
            <div className="space-y-4">
              {data.sources.map((entry) => (
                <SourceCard
                  key={entry.name}
                  source={entry}
                  onPick={() => setSearch({ source: entry.name })}
                />
              ))}
            </div>
          )
        }
      </Loaded>
      {source && <Fields key={source} source={source} onClose={() => setSearch({ source: undefined })} />}
    </ViewPage>
  )
}

function SourceCard({ source: { name, title, endpoints }, onPick }: { source: Source; onPick: () => void }) {
  return (
    <Card
      title={
        <>
          {title} <span className="mono quiet font-normal">{name}</span>
        </>
      }
      aside={
        <Button look="small" aria-label={`${t('Fields')}: ${title}`} onClick={onPick}>
          {t('Fields')}
        </Button>
      }
    >
      <Table
        isEven
        label={title}
        heads={[
          t('Endpoint'),
          t('Provider'),
          t('Form'),
          numbers(t('Price')),
          numbers(t('Records')),
          t('Fields filled'),
        ]}
      >
        {endpoints.flatMap(({ path, price, providers, coverage }) =>
          coverage.length === 0 ? (
            <tr key={path}>
              <td className="mono">{path}</td>
              <td>{providers.join(', ')}</td>
              <td className="quiet">{t('no records yet')}</td>
              <td className="text-right whitespace-nowrap">{formatCredits(price)}</td>
              <td className="text-right">0</td>
              <td>–</td>
            </tr>
          ) : (
            coverage.map(({ provider, form, records, fields_share: share }) => (
              <tr key={`${path} ${provider} ${form}`}>
                <td className="mono">{path}</td>
                <td>{provider}</td>
                <td className="mono">{form}</td>
                <td className="text-right whitespace-nowrap">{formatCredits(price)}</td>
                <td className="text-right">{formatNumber(records)}</td>
                <td className="min-w-32">
                  {formatPercent(share)}
                  <Bar share={share} label={`${t('Fields filled')}: ${path} ${provider} ${form}`} />
                </td>
              </tr>
            ))
          ),
        )}
      </Table>
    </Card>
  )
}

function Fields({ source, onClose }: { source: string; onClose: () => void }) {
  const fields = useRead(['admin', 'source', source], () =>
    quarry.request('GET', '/admin/sources/{source}', { path: { source } }),
  )
  return (
    <Dialog title={t('Fields of {0}', source)} onClose={onClose} wide>
      <p className="quiet mb-3 text-sm">
        {t('Share of the newest records of each form that have the field')}
      </p>
      <Loaded query={fields}>
        {({ endpoints }) =>
          endpoints.every(({ forms }) => forms.length === 0) ? (
            <Empty title={t('no records yet')} />
          ) : (
            endpoints.flatMap(({ path, forms }) =>
              forms.map(({ provider, form, records, fields: list }) => (
                <details key={`${path} ${provider} ${form}`} className="border-t border-line py-2">
                  <summary className="cursor-pointer text-sm">
                    <span className="mono">{path}</span>{' '}
                    <span className="quiet">
                      {provider} · {form} · {plural(records, '{0} record', '{0} records')}
                    </span>
                  </summary>
                  <ul className="mt-2 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
                    {list.map(({ field, share }) => (
                      <li key={field}>
                        <span className="flex justify-between gap-3">
                          <span className="mono min-w-0">{field}</span>
                          <span className="numbers">{formatPercent(share)}</span>
                        </span>
                        <Bar share={share} label={field} />
                      </li>
                    ))}
                  </ul>
                </details>
              )),
            )
          )
        }
      </Loaded>
    </Dialog>
  )
}
