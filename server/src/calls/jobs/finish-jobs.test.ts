// Ended jobs are split into chunks that one statement can write.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failedEnd, type JobEnd, splitChunks } from './finish-jobs.ts'

const createEnd = (chars: number): JobEnd => {
  const job = { id: '', accountId: 1, keyId: '', endpoint: '', params: '', price: 1, attempts: 1 }
  return { ...failedEnd(job, ['running'], {}), result: 'x'.repeat(chars) }
}

test('ended jobs keep their order, each is written once, and a chunk exceeds the bound only with a single job', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0, 10, 1_500_000, 5_000_000), { maxLength: 8 }), (sizes) => {
      const ends = sizes.map(createEnd)
      const chunks = splitChunks(ends)
      expect(chunks.flat()).toEqual(ends)
      for (const chunk of chunks) {
        const chars = chunk.reduce((sum, { result }) => sum + (result?.length ?? 0), 0)
        expect(chunk.length > 0 && (chunk.length === 1 || chars <= 4_000_000)).toBe(true)
      }
    }),
    { numRuns: 30 },
  )
})
