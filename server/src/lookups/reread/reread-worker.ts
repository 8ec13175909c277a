// Worker thread of `quarry replay`: reads its share of the lookups again and returns the counts.
import type { Endpoint } from '@quarry/kit/endpoint'
import { allowLargeDom } from '@quarry/kit/read/page-budget'
import type { Entry } from '../../fetching/archive/entry.ts'
import { type ArchiveReader, readArchive } from '../../fetching/archive/read-archive.ts'
import { loadSource, type SourceModule } from '../reading/read-task.ts'
import { readSavedText, type SavedPage } from './choose-lookups.ts'
import { type LookupToReread, rereadLookup } from './reread-lookup.ts'
import { countLookup, newTally, type Tally } from './reread-report.ts'

export type RereadTask = { sources: readonly SourceModule[] } & (
  | { folder: string; entries: readonly Entry[] }
  | { saved: readonly SavedPage[] }
)

allowLargeDom()
const archives = new Map<string, ArchiveReader>()

export default async function rereadShare(task: RereadTask): Promise<Tally> {
  const loaded = await Promise.all(task.sources.map(loadSource))
  const endpoints = loaded.flatMap((source) => source.endpoints)
  return 'saved' in task ? rereadSaved(task.saved, endpoints) : rereadEntries(task, endpoints)
}

export function rereadEntries(
  { folder, entries }: { folder: string; entries: readonly Entry[] },
  readers: readonly Endpoint[],
): Promise<Tally> {
  const archive = archives.get(folder) ?? readArchive(folder)
  archives.set(folder, archive)
  const lookups = entries.map((entry) => ({
    ...entry,
    query: { value: entry.query },
    readText: archive.readText,
  }))
  return rereadLookups(lookups, readers)
}

export function rereadSaved(saved: readonly SavedPage[], readers: readonly Endpoint[]): Promise<Tally> {
  const lookups = saved.map((page) => ({
    ...page,
    query: 'from its URL' as const,
    readText: () => readSavedText(page),
  }))
  return rereadLookups(lookups, readers)
}

async function rereadLookups(lookups: readonly LookupToReread[], readers: readonly Endpoint[]) {
  const tally = newTally()
  for (const lookup of lookups) {
    const endpoint = readers.find(({ path }) => path === lookup.path)
    const reread = endpoint
      ? await rereadLookup(endpoint, lookup)
      : ({ kind: 'failed', why: `there is no endpoint ${lookup.path}` } as const)
    countLookup(tally, lookup, reread)
  }
  return tally
}
