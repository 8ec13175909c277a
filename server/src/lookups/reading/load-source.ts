// Loads one source from its module, for a worker thread: loading all sources would take longer and need more memory.
import type { Source } from '@quarry/kit/source'

/** The address of a source, sent to a thread. */
export type SourceModule = Pick<Source, 'name' | 'module'>

export async function loadSource({ name, module }: SourceModule): Promise<Source> {
  const exported: Record<string, unknown> = await import(module)
  const source = Object.values(exported)
    .flat()
    .find((value) => (value as Partial<Source> | null)?.name === name)
  if (!source) throw new Error(`${module} exports no source named ${name}`)
  return source as Source
}
