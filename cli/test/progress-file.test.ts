// The progress of a batch survives a power loss: its bytes are synced before the file gets its name, the folder after.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { newProgress, writeProgress } from '../src/batch/progress-file.ts'

const steps: string[] = []

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  return {
    ...fs,
    fsyncSync: vi.fn((handle: number) => {
      const stats = fs.fstatSync(handle)
      steps.push(stats.isDirectory() ? 'sync folder' : `sync ${stats.size > 0 ? 'content' : 'nothing'}`)
      fs.fsyncSync(handle)
    }),
    renameSync: vi.fn((from: string, to: string) => {
      steps.push(`rename to ${basename(to)}`)
      fs.renameSync(from, to)
    }),
  }
})

const folder = mkdtempSync(join(tmpdir(), 'quarry-progress-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => void steps.splice(0))

test('each write syncs the content, then renames, then syncs the folder', () => {
  const progress = newProgress({ endpoint: '/v2/company', fields: null }, { lines: 1, digest: 'ab' })
  for (let writes = 0; writes < 2; writes += 1) writeProgress(join(folder, 'out.csv'), progress)
  const once = ['sync content', 'rename to out.csv.progress', 'sync folder']
  expect(steps).toEqual([...once, ...once])
})
