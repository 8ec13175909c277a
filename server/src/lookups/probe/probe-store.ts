// What a probe stores in the data folder, for each provider and endpoint: the redacted pages, in the format of saved
// pages, and the names of the fields. If a licence limits storage, only the names.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FetchedPage } from '../../fetching/fetched-page.ts'
import { tryOrNull } from '../../platform/lib/run.ts'
import { toFolderName } from '../pages/diagnostic-pages.ts'
import { toStorablePage } from '../pages/redact-page.ts'
import type { Probe, Target } from './probe-provider.ts'

/** The last probe that found a record. */
export type LastProbe = { params: string; came: readonly string[] }

/** Removes every secret from a text. */
export type Hide = (text: string) => string

type PutFile = (name: string, text: string) => Promise<void>

const fieldsFile = 'fields.json'

export function createProbeStore(folder: string, hide: Hide) {
  const toHome = ({ configured, provider }: Target) =>
    join(folder, provider.name, toFolderName(configured.endpoint.path))

  return {
    last: async (target: Target): Promise<LastProbe | null> =>
      parseLastProbe(await readFile(join(toHome(target), fieldsFile), 'utf8').catch(() => '')),
    /** Replaces the last probe; only found records are stored. */
    async write(probe: Probe): Promise<void> {
      if (probe.result.kind !== 'found') return
      const home = toHome(probe)
      const fresh = `${home}.new`
      await rm(fresh, { recursive: true, force: true })
      await mkdir(fresh, { recursive: true, mode: 0o700 })
      await writeFiles(probe, (name, text) => writeFile(join(fresh, name), hide(text), { mode: 0o600 }))
      await rm(home, { recursive: true, force: true })
      await rename(fresh, home)
    },
  }
}

async function writeFiles({ result, params, configured, provider }: Probe, put: PutFile): Promise<void> {
  if (result.kind !== 'found') return
  const about = { endpoint: configured.endpoint.path, provider: provider.name }
  const { fields, came, missing } = result
  const at = new Date().toISOString()
  await put(fieldsFile, toJson({ ...about, at, params, fields, came, missing }))
  if (provider.retentionSeconds !== null) return
  for (const [index, page] of result.pages.entries())
    await putPage(put, toPageName(index), about, toStorablePage(provider.definition, page))
  // A record from several pages belongs to none of them.
  const name = result.pages.length === 1 ? `${toPageName(0)}.record.json` : 'record.json'
  await put(name, result.record.toString())
}

const toPageName = (index: number): string => String(index + 1).padStart(3, '0')

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

async function putPage(put: PutFile, name: string, about: object, page: FetchedPage): Promise<void> {
  const { url, status, contentType, headers } = page
  const type = `${contentType.split(';')[0] ?? ''}; charset=utf-8`
  // Rereading computes ages as of the date of the response.
  const date = headers?.date === undefined ? {} : { date: headers.date }
  await put(`${name}.json`, toJson({ ...about, url, status, content_type: type, ...date }))
  await put(`${name}.page`, page.body)
}

/** Null for a file that is missing or cannot be parsed. */
const parseLastProbe = (text: string) =>
  tryOrNull((): LastProbe | null => {
    const { params, came } = JSON.parse(text) as { params?: unknown; came?: unknown }
    return Array.isArray(came) ? { params: JSON.stringify(params), came: came.map(String) } : null
  })
