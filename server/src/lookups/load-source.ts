// Loads one source from its own module, for a reading thread: a thread that loaded all of them would start late and stay
// large.
import type { Source } from '@quarry/kit/source'

/** Where a thread finds a source. */
export type SourceModule = Pick<Source, 'name' | 'module'>

export async function loadSource({ name, module }: SourceModule): Promise<Source> {
  const exported: Record<string, unknown> = await import(module)
  const source = Object.values(exported).find((value) => (value as Partial<Source> | null)?.name === name)
  if (!source) throw new Error(`${module} exports no source named ${name}`)
  return source as Source
}
