// Runs every command of the pages for operators, unchanged; commands that start a server run until it is ready.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isForOperators, listMarkdown, readDocPage } from '../support/doc-pages.ts'
import { isRun, runPage, type SharedServer, startSharedServer } from '../support/run-doc-page.ts'

const pages = listMarkdown()
  .filter(isForOperators)
  .map(readDocPage)
  .filter(({ blocks }) => blocks.some(isRun))

let server: SharedServer
beforeAll(async () => {
  server = await startSharedServer()
})
afterAll(() => server.stop())

test('there are pages for operators', () => {
  expect(pages.length).toBeGreaterThan(5)
})

test.each(pages.map((page) => [page.path, page] as const))('every block of %s runs', async (_, page) => {
  expect(await runPage(page, server)).toEqual([])
})
