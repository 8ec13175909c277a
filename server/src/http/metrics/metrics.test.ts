// Metrics while the database is unavailable.
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('omits only the job metrics while the database is unavailable', async () => {
  let down = false
  const { text, onCall } = createMetrics({
    clockSkewSeconds: () => -0.25,
    upstream: () => ({ queued: 2, active: 1, openBreakers: [], openAccountBreakers: 3 }),
    drift: () => ({ dropped: 0, alarms: [] }),
    archive: () => ({ kept: 0, dropped: 0, bytes: 0, isOn: false }),
    streams: () => 4,
    backups: async () => null,
    backlog: async () => {
      if (down) throw new Error('no database')
      return { queued: 5, running: 1, oldestQueuedSeconds: 12.5 }
    },
  })
  onCall('/v2/a/b', 200, 1, 10)
  const otherLines = [
    'quarry_calls_total{endpoint="/v2/a/b",status="200"} 1',
    'quarry_upstream_queued 2',
    'quarry_upstream_open_account_breakers 3',
    'quarry_event_streams 4',
    'quarry_clock_skew_seconds -0.25',
  ]
  const jobLines = ['quarry_jobs{state="queued"} 5', 'quarry_jobs_oldest_queued_seconds 12.5']
  const before = (await text()).split('\n')
  expect(before).toEqual(expect.arrayContaining([...otherLines, ...jobLines]))
  down = true
  const after = (await text()).split('\n')
  expect(after).toEqual(expect.arrayContaining(otherLines))
  expect(after.filter((line) => line.startsWith('quarry_jobs'))).toEqual([])
})
