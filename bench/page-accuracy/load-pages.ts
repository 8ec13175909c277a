// Loads a folder of saved pages: each is a folder with `page.html` and `expected.json`.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Fields } from './judge.ts'

export type ExpectedPage = { name: string; url: string; kind: string; html: string; fields: Fields }

const kinds = ['article', 'product', 'event', 'recipe', 'job', 'organization', 'metadata']

/** Throws an error that names the file to correct. */
export function loadPages(folder: string): ExpectedPage[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`)
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith('.') && statSync(join(folder, name)).isDirectory())
    .sort()
  if (names.length === 0)
    throw new Error(`${folder} has no pages: each is a folder with page.html and expected.json`)
  return names.map((name) => loadPage(join(folder, name), name))
}

function loadPage(folder: string, name: string): ExpectedPage {
  const [page, expected] = [join(folder, 'page.html'), join(folder, 'expected.json')]
  for (const file of [page, expected]) if (!existsSync(file)) throw new Error(`${file} is missing`)
  const { url, kind, fields } = parseFile(expected)
  if (typeof url !== 'string' || !/^https?:/i.test(url) || !URL.canParse(url))
    throw new Error(`${expected} needs url, the http address of the page`)
  if (typeof kind !== 'string' || !kinds.includes(kind))
    throw new Error(`${expected} needs kind, one of ${kinds.join(', ')}`)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new Error(`${expected} needs fields, an object with the expected values`)
  for (const [field, value] of Object.entries(fields))
    if (value !== null && typeof value !== 'string' && typeof value !== 'number')
      throw new Error(`${expected}: ${field} must be a text, a number or null`)
  return { name, url, kind, fields: fields as Fields, html: readFileSync(page, 'utf8') }
}

function parseFile(file: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown> | null) }
  } catch (cause) {
    throw new Error(`${file} is not valid JSON`, { cause })
  }
}
