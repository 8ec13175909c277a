// What a probe leaves in the data folder: for each provider and endpoint the pages that came, without what their
// interface redacts, in the form in which saved pages are read again, and which fields they gave. Where a licence bounds
// keeping there are the names of the fields alone.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { storablePage } from '../lookups/redacted-page.ts'
import type { FetchedPage } from '../upstream/fetched-page.ts'
import type { Probed, Target } from './ask-live.ts'

/** What is known of the last probe that was answered. */
export type LastProbe = { params: string; came: readonly string[] }

/** Takes every secret out of a text. */
export type Hide = (text: string) => string

export type ProbeStore = {
  last: (target: Target) => Promise<LastProbe | null>
  /** In the place of the last one; only what was answered is written. */
  write: (probed: Probed) => Promise<void>
}

const noteFile = 'fields.json'
const isPrivate = { mode: 0o600 }

export function createProbeStore(folder: string, hide: Hide): ProbeStore {
  const homeOf = ({ configured, through }: Target) =>
    join(folder, through.name, configured.endpoint.path.replace(/^\/v2\//, '').replaceAll('/', '_'))

  return {
    async last(target) {
      const text = await readFile(join(homeOf(target), noteFile), 'utf8').catch(() => null)
      return text === null ? null : lastIn(text)
    },
    async write(probed) {
      const { result, params, configured, through } = probed
      if (result.kind !== 'found') return
      const home = homeOf(probed)
      const fresh = `${home}.new`
      await rm(fresh, { recursive: true, force: true })
      await mkdir(fresh, { recursive: true, mode: 0o700 })
      const put = (name: string, text: string) => writeFile(join(fresh, name), hide(text), isPrivate)
      const about = { endpoint: configured.endpoint.path, provider: through.name }
      const { fields, came, missing } = result
      const at = new Date().toISOString()
      await put(noteFile, shown({ ...about, at, params, fields, came, missing }))
      if (through.keepSeconds === null) {
        for (const [index, page] of result.pages.entries())
          await putPage(put, nameAt(index), about, storablePage(through.provider, page))
        // Beside one page alone it says what that page gives; of several none gives it by itself.
        const name = result.pages.length === 1 ? `${nameAt(0)}.record.json` : 'record.json'
        await put(name, result.record.toString())
      }
      await rm(home, { recursive: true, force: true })
      await rename(fresh, home)
    },
  }
}

const nameAt = (index: number): string => String(index + 1).padStart(3, '0')

const shown = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

async function putPage(
  put: (name: string, text: string) => Promise<void>,
  name: string,
  about: object,
  page: FetchedPage,
): Promise<void> {
  const { url, status, contentType, headers } = page
  // As it is written here, whatever it was encoded in.
  const type = `${contentType.split(';')[0] ?? ''}; charset=utf-8`
  // Ages are told as of the moment of an answer, also when it is read again.
  const date = headers?.date === undefined ? {} : { date: headers.date }
  await put(`${name}.json`, shown({ ...about, url, status, content_type: type, ...date }))
  await put(`${name}.page`, page.body)
}

/** A note that cannot be read is none. */
function lastIn(text: string): LastProbe | null {
  try {
    const { params, came } = JSON.parse(text) as { params?: unknown; came?: unknown }
    if (!Array.isArray(came)) return null
    return { params: JSON.stringify(params), came: came.map(String) }
  } catch {
    return null
  }
}
