// Sources: what each offers, who answers it, how complete the records were, and how often each field is there.
import type { Schemas } from '@quarry/sdk'
import { useQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { credits, number, percent, t } from '../text.ts'
import { numbers, Table } from '../ui/more.tsx'
import { Bar, Card, Dialog, Empty, Page, Shown } from '../ui/parts.tsx'
import { useParams } from '../ui/search.ts'

type Source = Schemas['Sources']['sources'][number]

export function View() {
  const [{ source }, setSearch] = useParams()
  const sources = useQuery({
    queryKey: ['admin', 'sources'],
    queryFn: async () => (await quarry.request('GET', '/admin/sources')).data,
  })
  return (
    <Page title={t('Sources')} note={t('How complete the records of the last 30 days were')}>
      <Shown query={sources} rows={12}>
        {(data) =>
          data.sources.length === 0 ? (
            <Empty title={t('There are no sources')} />
          ) : (
            <div className="space-y-4">
              {data.sources.map((one) => (
                <One key={one.name} source={one} onPick={() => setSearch({ source: one.name })} />
              ))}
            </div>
          )
        }
      </Shown>
      {source && <Fields key={source} source={source} onClose={() => setSearch({ source: undefined })} />}
    </Page>
  )
}

function One({ source: { name, title, endpoints }, onPick }: { source: Source; onPick: () => void }) {
  return (
    <Card
      title={
        <>
          {title} <span className="mono quiet font-normal">{name}</span>
        </>
      }
      aside={
        <button
          type="button"
          className="button small"
          aria-label={`${t('Fields')}: ${title}`}
          onClick={onPick}
        >
          {t('Fields')}
        </button>
      }
    >
      <Table
        isEven
        label={title}
        heads={[
          t('Endpoint'),
          t('Answered by'),
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
              <td className="text-right whitespace-nowrap">{credits(price)}</td>
              <td className="text-right">0</td>
              <td>–</td>
            </tr>
          ) : (
            coverage.map(({ provider, form, records, fields_share: share }) => (
              <tr key={`${path} ${provider} ${form}`}>
                <td className="mono">{path}</td>
                <td>{provider}</td>
                <td className="mono">{form}</td>
                <td className="text-right whitespace-nowrap">{credits(price)}</td>
                <td className="text-right">{number(records)}</td>
                <td className="min-w-32">
                  {percent(share)}
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
  const fields = useQuery({
    queryKey: ['admin', 'source', source],
    queryFn: async () => (await quarry.request('GET', '/admin/sources/{source}', { path: { source } })).data,
  })
  return (
    <Dialog title={t('Fields of {0}', source)} onClose={onClose} wide>
      <p className="quiet mb-3 text-sm">{t('Of the newest records of each form, how many have the field')}</p>
      <Shown query={fields}>
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
                      {provider} · {form} · {t('{0} records', number(records))}
                    </span>
                  </summary>
                  <ul className="mt-2 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
                    {list.map(({ field, share }) => (
                      <li key={field}>
                        <span className="flex justify-between gap-3">
                          <span className="mono min-w-0">{field}</span>
                          <span className="numbers">{percent(share)}</span>
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
      </Shown>
    </Dialog>
  )
}
