// Saves a page as a fixture: its body in one file, its address, status and headers in another.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../failure.ts'
import { type FetchOptions, fetchSavedPage } from './fetch-page.ts'
import { stripAddress, stripBody } from './strip-secrets.ts'

export type CaptureOptions = FetchOptions & { as?: string; folder: string }

/** Returns the files. An existing fixture is never overwritten. */
export async function capturePage(
  url: string,
  { as, folder, ...options }: CaptureOptions,
): Promise<string[]> {
  const name = as ?? suggestFixture(url)
  if (!/^[a-z0-9][a-z0-9._-]{0,60}$/i.test(name))
    throw new UsageError(`--as ${JSON.stringify(name)} must be 1 to 61 letters, digits, dots and hyphens`)
  const about = join(folder, `${name}.json`)
  const existing = [about, ...extensions.map((extension) => join(folder, `${name}.page.${extension}`))].find(
    existsSync,
  )
  if (existing !== undefined)
    throw new UsageError(`${existing} already exists; choose another name with --as`)
  const page = await fetchSavedPage(url, options)
  const file = join(folder, `${name}.page.${chooseExtension(page.content_type)}`)
  const { body, ...head } = page
  const saved = { ...head, url: stripAddress(page.url), captured_at: new Date().toISOString() }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, stripBody(body), { flag: 'wx' })
  writeFileSync(about, `${JSON.stringify(saved, null, 2)}\n`, { flag: 'wx' })
  return [file, about]
}

const extensions = ['html', 'json', 'xml', 'txt'] as const

const chooseExtension = (contentType: string): (typeof extensions)[number] =>
  extensions.find((extension) => contentType.toLowerCase().includes(extension)) ?? 'txt'

/** `https://shop.example/items/7?a=b` gives `items-7`. */
function suggestFixture(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  const words = path.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 40).replace(/-$/, '') || 'page'
}
