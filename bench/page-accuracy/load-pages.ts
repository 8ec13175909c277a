// Loads a folder of saved pages: each is a folder with `page.html` and `expected.json`.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fields } from './judge.ts'

export type SavedPage = { name: string; url: string; kind: string; html: string; fields: Fields }

/** Throws an error that names the page where a file cannot be read. */
export function loadPages(folder: string): SavedPage[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'expected.json')))
    .map(({ name }) => name)
    .sort()
  return names.map((name) => {
    const file = join(folder, name, 'expected.json')
    const { url, kind, fields } = parseFile(file)
    if (typeof url !== 'string' || typeof kind !== 'string' || typeof fields !== 'object' || fields === null)
      throw new Error(`${file} needs url, kind and fields`)
    return {
      name,
      url,
      kind,
      fields: fields as Fields,
      html: readFileSync(join(folder, name, 'page.html'), 'utf8'),
    }
  })
}

function parseFile(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch (cause) {
    throw new Error(`${file} is not valid JSON`, { cause })
  }
}
