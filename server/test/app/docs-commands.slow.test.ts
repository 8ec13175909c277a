// Runs every command and program that the documentation shows, unchanged, and checks every link. The pages for
// operators are run by docs-operating.slow.test.ts, and docs/plugins.md by plugin-guide.slow.test.ts.

import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMessageHeaders, createSecret, signStandard } from '../../src/fetching/deliver.ts'
import { buildDownloads } from '../support/builds.ts'
import {
  isForOperators,
  listAnchors,
  listLinks,
  listMarkdown,
  pluginGuide,
  readDocPage,
  root,
} from '../support/doc-pages.ts'
import { isRun, isUnsafe, runPage, type SharedServer, startSharedServer } from '../support/run-doc-page.ts'

/** Bound on the blocks that are marked with a reason why they cannot run in a test. */
const maxSkipped = 8

const isPage = (path: string) => /^(?:README|docs\/.+|examples\/(?:plugins\/)?README)\.md$/.test(path)
const files = listMarkdown()
const pages = files.filter(isPage).map(readDocPage)
const runnable = pages.filter(({ blocks }) => blocks.some(isRun))
const forUsers = runnable.filter(({ path }) => !isForOperators(path) && path !== pluginGuide)

let server: SharedServer
beforeAll(async () => {
  await buildDownloads()
  server = await startSharedServer()
})
afterAll(() => server.stop())

test.each(forUsers.map((page) => [page.path, page] as const))('every block of %s runs', async (_, page) => {
  expect(await runPage(page, server)).toEqual([])
})

test('the signature check in docs/jobs.md accepts what the server signs, and nothing else', async () => {
  const code =
    readDocPage('docs/jobs.md').blocks.find((block) => block.code.includes('isGenuine'))?.code ?? ''
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    isGenuine: (secret: string, headers: Record<string, string>, body: string) => boolean
  }
  const [current, previous, other] = [createSecret(), createSecret(), createSecret()]
  const rotated = buildMessageHeaders([current, previous], 'd-1', '{}')
  expect([current, previous, other].map((secret) => isGenuine(secret, rotated, '{}'))).toEqual([
    true,
    true,
    false,
  ])
  expect(isGenuine(current, rotated, '{"a":1}')).toBe(false)
  const seconds = Math.floor(Date.now() / 1000) - 400
  const old = {
    'webhook-id': 'd-1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': signStandard([current], 'd-1', seconds, '{}'),
  }
  expect(isGenuine(current, old, '{}')).toBe(false)
})

test('few blocks are skipped, and each gives a reason', () => {
  const skipped = pages.flatMap(({ blocks }) => blocks).filter(({ skipReason }) => skipReason !== null)
  expect(skipped.length).toBeLessThanOrEqual(maxSkipped)
  const others = runnable.filter(({ path }) => path !== pluginGuide)
  const unmarked = others.flatMap(({ blocks }) => blocks.filter((block) => isRun(block) && isUnsafe(block)))
  expect(unmarked.map(({ place }) => place)).toEqual([])
})

test('every program in examples is run by a page', () => {
  const commands = pages.flatMap(({ blocks }) => blocks.filter(isRun)).map(({ code }) => code)
  const programs = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:mjs|py)$/.test(name),
  )
  expect(programs.length).toBeGreaterThan(4)
  const unused = programs.filter((name) => !commands.some((code) => code.includes(name)))
  expect(unused).toEqual([])
})

test('every JSON block without an ellipsis is JSON', () => {
  const blocks = pages.flatMap((page) => page.blocks).filter(({ language }) => language === 'json')
  const wrong = blocks.filter(({ code }) => !code.includes('…') && !isJson(code))
  expect(wrong.map(({ place }) => place)).toEqual([])
})

test('every relative link points to a file and a heading that exist', () => {
  const broken = files.flatMap((path) =>
    listLinks(readDocPage(path).text)
      .filter((target) => !exists(path, target))
      .map((target) => `${path}: ${target}`),
  )
  expect(broken).toEqual([])
})

function exists(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#')
  const path = file === '' ? from : normalize(join(dirname(from), file))
  if (!existsSync(join(root, path))) return false
  if (anchor === undefined || statSync(join(root, path)).isDirectory()) return true
  return !path.endsWith('.md') || listAnchors(readDocPage(path).text).includes(anchor)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
