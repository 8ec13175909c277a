// A thread of a replay: reads its share of the lookups again and returns the counts.
import type { Endpoint } from '@quarry/kit/endpoint'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import type { Entry } from '../../fetching/archive/entry.ts'
import { type ArchiveReader, readArchive } from '../../fetching/archive/read-archive.ts'
import { loadSource, type SourceModule } from '../reading/load-source.ts'
import { type ReplayedLookup, replayLookup } from './reread-lookup.ts'
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

export function replayEntries(
  { folder, entries }: { folder: string; entries: readonly Entry[] },
  readers: readonly Endpoint[],
): Promise<Tally> {
  const archive = archives.get(folder) ?? readArchive(folder)
  archives.set(folder, archive)
  const lookups = entries.map((entry) => ({
    ...entry,
    query: { is: entry.query },
    readText: archive.readText,
  }))
  return replayLookups(lookups, readers)
}

export function replaySaved(saved: readonly SavedPage[], readers: readonly Endpoint[]): Promise<Tally> {
  const lookups = saved.map((page) => ({
    ...page,
    query: 'of its address' as const,
    readText: () => readSavedText(page),
  }))
  return replayLookups(lookups, readers)
}

async function replayLookups(lookups: readonly ReplayedLookup[], readers: readonly Endpoint[]) {
  const tally = newTally()
  for (const lookup of lookups) {
    const endpoint = readers.find(({ path }) => path === lookup.path)
    const reread = endpoint
      ? await replayLookup(endpoint, lookup)
      : ({ kind: 'failed', why: `there is no endpoint ${lookup.path}` } as const)
    count(tally, lookup, reread)
  }
  return tally
}
