// Pages that could not be read, beside what the reader makes of them. A page is a stranger's text and is shown as text,
// never as the page that it is.
import type { Schemas } from '@quarry/sdk'
import { useQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import { moment, number, t } from '../text.ts'
import { isAddress, Outside, Tree } from '../ui/json.tsx'
import { Badge, Card, Dialog, Empty, Shown } from '../ui/parts.tsx'
import { Scroller } from '../ui/scroller.tsx'

type Kept = Schemas['KeptPage']

export type KeptPagesProps = {
  endpoint: string
  provider: string
  page: string | undefined
  onPick: (id: string) => void
  onClose: () => void
}

export function KeptPages({ endpoint, provider, page, onPick, onClose }: KeptPagesProps) {
  const pages = useQuery({
    queryKey: ['admin', 'pages', endpoint, provider],
    queryFn: async () =>
      (await quarry.request('GET', '/admin/pages', { query: { endpoint, provider, limit: 40 } })).data,
  })
  return (
    <Dialog title={t('Pages that could not be read')} onClose={onClose} wide>
      <p className="quiet mb-3 text-sm">
        <span className="mono">{endpoint}</span> · {provider}
      </p>
      <Shown query={pages}>
        {(data) =>
          data.pages.length === 0 ? (
            <Empty title={t('No such pages are kept')} />
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
                        <span className="quiet">{moment(at)}</span> {kind === 'partly_read' && <Partly />}{' '}
                        <span>{why}</span>
                      </button>
                    </li>
                  ))}
                </ul>
              </Scroller>
              {page ? (
                <OnePage key={page} id={page} />
              ) : (
                <p className="quiet mt-3 text-sm">{t('Choose one to see it.')}</p>
              )}
            </>
          )
        }
      </Shown>
    </Dialog>
  )
}

const Partly = () => <Badge>{t('partly read')}</Badge>

function OnePage({ id }: { id: string }) {
  const page = useQuery({
    queryKey: ['admin', 'page', id],
    queryFn: async () => (await quarry.request('GET', '/admin/pages/{id}', { path: { id } })).data,
  })
  return (
    <Shown query={page}>
      {(data) => (
        <div className="mt-4 grid gap-4 lg:grid-cols-2">
          <Text page={data} />
          <Reading page={data} />
        </div>
      )}
    </Shown>
  )
}

function Text({ page: { url, status, content_type: type, text, characters } }: { page: Kept }) {
  return (
    <Card title={t('The page')} aside={status !== null && <Badge>{status}</Badge>}>
      <p className="mb-2 text-sm">
        {url !== null && isAddress(url) ? (
          <Outside href={url} />
        ) : (
          <span className="quiet">{url ?? '–'}</span>
        )}
        <span className="quiet block">
          {type ?? '–'} · {t('{0} characters', number(characters))}
        </span>
      </p>
      {text === null ? (
        <p className="quiet text-sm">{t('Only the note is kept: its licence bounds keeping.')}</p>
      ) : (
        <Scroller label={t('The page')} className="max-h-96 overflow-auto rounded-md bg-raised p-2">
          <pre className="mono text-xs whitespace-pre-wrap">{text}</pre>
        </Scroller>
      )}
      {text !== null && text.length < characters && (
        <p className="quiet mt-1 text-sm">{t('The rest is in the folder of the server.')}</p>
      )}
    </Card>
  )
}

function Reading({ page: { why, reread } }: { page: Kept }) {
  return (
    <Card
      title={t('What the reader makes of it')}
      aside={
        reread.result !== null && (
          <Badge kind={reread.result === 'record' ? 'good' : 'warn'}>{t(reread.result)}</Badge>
        )
      }
    >
      <dl className="space-y-2 text-sm">
        <div>
          <dt className="quiet">{t('Then')}</dt>
          <dd>{why}</dd>
        </div>
        <div>
          <dt className="quiet">{t('Now, with the readers of this server')}</dt>
          <dd>
            {reread.why}
            {reread.result === null && t('There is nothing to read.')}
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
