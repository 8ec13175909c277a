// The statistics of the account over a range, by one group of them.
import type { Schemas } from '@quarry/sdk'
import { useQuery } from '@tanstack/react-query'
import { quarry } from '../api.ts'
import type { Range } from './range.ts'

export type Statistics = Schemas['Statistics']

export function useStatistics({ from }: Range, group: string, isEnabled = true) {
  return useQuery({
    queryKey: ['statistics', from, group],
    queryFn: async () =>
      (await quarry.request('GET', '/v2/statistics', { query: { from, group_by: group } })).data,
    enabled: isEnabled,
  })
}
