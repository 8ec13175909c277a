// A thread of a replay: reads its share of the lookups again and returns the counts.
import type { Endpoint } from '@quarry/kit/endpoint'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import type { Entry } from '../archive/entry.ts'
import { type ArchiveReader, readArchive } from '../archive/read-archive.ts'
import { loadSource, type SourceModule } from '../lookups/load-source.ts'
import { replayLookup } from './replay-lookup.ts'
import { readSavedText, type SavedPage } from './saved-pages.ts'
import { count, newTally, type Tally } from './tally.ts'

export type ReplayTask = { sources: readonly SourceModule[] } & (
  | { folder: string; entries: readonly Entry[] }
  | { saved: readonly SavedPage[] }
)

allowLargeDom()
const archives = new Map<string, ArchiveReader>()

export default async function replayShare(task: ReplayTask): Promise<Tally> {
  const loaded = await Promise.all(task.sources.map(loadSource))
  const endpoints = loaded.flatMap((source) => source.endpoints)
  return 'saved' in task ? replaySaved(task.saved, endpoints) : replayEntries(task, endpoints)
}

export async function replayEntries(
  { folder, entries }: { folder: string; entries: readonly Entry[] },
  readers: readonly Endpoint[],
): Promise<Tally> {
  const archive = archives.get(folder) ?? readArchive(folder)
  archives.set(folder, archive)
  const tally = newTally()
  for (const entry of entries) {
    const lookup = { ...entry, query: { is: entry.query }, readText: archive.readText }
    const endpoint = readers.find(({ path }) => path === entry.path)
    const reread = endpoint
      ? await replayLookup(endpoint, lookup)
      : ({ kind: 'failed', why: `there is no endpoint ${entry.path}` } as const)
    count(tally, lookup, entry.fields, reread)
  }
  return tally
}

export async function replaySaved(saved: readonly SavedPage[], readers: readonly Endpoint[]): Promise<Tally> {
  const tally = newTally()
  for (const page of saved) {
    const endpoint = readers.find(({ path }) => path === page.path)
    const text = readSavedText(page)
    const lookup = { ...page, query: 'of its address' as const, readText: () => text }
    if (endpoint) count(tally, lookup, page.fields, await replayLookup(endpoint, lookup))
  }
  return tally
}
