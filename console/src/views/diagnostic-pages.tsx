// Diagnostic pages: pages that could not be read, with the result of reading them again. Pages are untrusted and shown
// as text.
import type { Schemas } from '@quarry/sdk'
import { quarry } from '../api.ts'
import { useRead } from '../requests.ts'
import { formatMoment, plural, t } from '../text.ts'
import { isAddress, Outside, Tree } from '../ui/json.tsx'
import { Badge, Card, Dialog, Empty, Loaded } from '../ui/parts.tsx'
import { Scroller } from '../ui/table.tsx'

type DiagnosticPage = Schemas['KeptPage']

type DiagnosticPagesProps = {
  endpoint: string
  provider: string
  page: string | undefined
  onPick: (id: string) => void
  onClose: () => void
}

export function DiagnosticPages({ endpoint, provider, page, onPick, onClose }: DiagnosticPagesProps) {
  const pages = useRead(['admin', 'pages', endpoint, provider], () =>
    quarry.request('GET', '/admin/pages', { query: { endpoint, provider, limit: 40 } }),
  )
  return (
    <Dialog title={t('Pages that could not be read')} onClose={onClose} wide>
      <p className="quiet mb-3 text-sm">
        <span className="mono">{endpoint}</span> · {provider}
      </p>
      <Loaded query={pages}>
        {(data) =>
          data.pages.length === 0 ? (
            <Empty title={t('No unreadable pages are stored')} />
          ) : (
            <>
              <Scroller label={t('Pages')} className="max-h-56 overflow-auto border-y border-line">
                <ul>
                  {data.pages.map(({ page_id: id, at, why, kind }) => (
                    <li key={id}>
                      <button
                        type="button"
                        aria-pressed={id === page}
                        className={`block w-full px-2 py-1.5 text-left text-sm hover:bg-raised ${id === page ? 'bg-tint' : ''}`}
                        onClick={() => onPick(id)}
                      >
                        <span className="quiet">{formatMoment(at)}</span>{' '}
                        {kind === 'partly_read' && <Partly />} <span>{why}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </Scroller>
              {page ? (
                <OnePage key={page} id={page} />
              ) : (
                <p className="quiet mt-3 text-sm">{t('Select a page to see it.')}</p>
              )}
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const Partly = () => <Badge>{t('partly read')}</Badge>

function OnePage({ id }: { id: string }) {
  const page = useRead(['admin', 'page', id], () =>
    quarry.request('GET', '/admin/pages/{id}', { path: { id } }),
  )
  return (
    <Loaded query={page}>
      {(data) => (
        <div className="mt-4 grid gap-4 lg:grid-cols-2">
          <Text page={data} />
          <Reading page={data} />
        </div>
      )}
    </Loaded>
  )
}

function Text({ page: { url, status, content_type: type, text, characters } }: { page: DiagnosticPage }) {
  return (
    <Card title={t('Page')} aside={status !== null && <Badge>{status}</Badge>}>
      <p className="mb-2 text-sm">
        {url !== null && isAddress(url) ? (
          <Outside href={url} />
        ) : (
          <span className="quiet">{url ?? '–'}</span>
        )}
        <span className="quiet block">
          {type ?? '–'} · {plural(characters, '{0} character', '{0} characters')}
        </span>
      </p>
      {text === null ? (
        <p className="quiet text-sm">{t('Only the reason is stored, because the licence limits storage.')}</p>
      ) : (
        <Scroller label={t('Page')} className="max-h-96 overflow-auto rounded-md bg-raised p-2">
          <pre className="mono text-xs whitespace-pre-wrap">{text}</pre>
        </Scroller>
      )}
      {text !== null && text.length < characters && (
        <p className="quiet mt-1 text-sm">{t('The full page is in the data folder of the server.')}</p>
      )}
    </Card>
  )
}

function Reading({ page: { why, reread } }: { page: DiagnosticPage }) {
  return (
    <Card
      title={t('Reading result')}
      aside={
        reread.result !== null && (
          <Badge kind={reread.result === 'record' ? 'good' : 'warn'}>{t(reread.result)}</Badge>
        )
      }
    >
      <dl className="space-y-2 text-sm">
        <div>
          <dt className="quiet">{t('When it was stored')}</dt>
          <dd>{why}</dd>
        </div>
        <div>
          <dt className="quiet">{t('Now, with the current reader')}</dt>
          <dd>
            {reread.why}
            {reread.result === null && t('No page text is stored.')}
            {reread.form !== null && t('form {0}', reread.form)}
          </dd>
        </div>
      </dl>
      {reread.result === 'record' && (
        <Scroller label={t('Record')} className="tree mt-2 max-h-96 overflow-auto">
          <Tree value={reread.record} />
        </Scroller>
      )}
    </Card>
  )
}
