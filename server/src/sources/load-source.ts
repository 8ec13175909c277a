// One source alone, by its name, for a reading thread: a thread that loaded them all would start late and stay large.
// A source's folder bears its name.
import type { Source } from '@quarry/kit/source'

// From the build, but for the tests of this file.
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

export async function loadSource(name: string): Promise<Source> {
  const exported: Record<string, unknown> = await import(
    new URL(`./${name}/index.${extension}`, import.meta.url).href
  )
  const source = Object.values(exported).find((value) => (value as Partial<Source>).name === name)
  if (!source) throw new Error(`sources/${name}/index exports no source of that name`)
  return source as Source
}
