// One source alone, by its name, for a reading thread: a thread that loaded them all would start late and stay large.
// A source's folder bears its name.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Source } from '../contract/source.ts'

// From the sources in tests and development, from the build otherwise.
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

export async function loadSource(name: string): Promise<Source> {
  const exported = await load(new URL(`./${name}/index.${extension}`, import.meta.url))
  const source = Object.values(exported).find((value) => (value as Partial<Source>).name === name)
  if (!source) throw new Error(`sources/${name}/index exports no source of that name`)
  return source as Source
}

/** In a thread that runs from the sources only what is required is translated, in the main thread what is imported. */
async function load(file: URL): Promise<Record<string, unknown>> {
  try {
    return await import(file.href)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
    return createRequire(import.meta.url)(fileURLToPath(file))
  }
}
