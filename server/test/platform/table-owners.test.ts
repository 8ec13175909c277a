// Each table is written by one module: docs/architecture.md names it, and the SQL of all others is compared with that.
// Migrations and restores write every table.
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { functions } from '../../src/platform/db/functions/index.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = join(root, 'server/src')
const writesEveryTable = [
  'platform/db/',
  'operate/backup/restore-backup.ts',
  'operate/backup/finish-restore.ts',
]

const schema = readFileSync(join(sources, 'platform/db/schema.txt'), 'utf8')
const tables = [...schema.matchAll(/^table (\w+)/gm)].map(([, name = '']) => name)
const writing = new RegExp(
  `\\b(?:insert into|update|delete from|truncate|copy)\\s+(${tables.join('|')})\\b`,
  'g',
)
const calling = /\bquarry_\w+(?=\()/g
/** The columns of `accounts` that an update changes. */
const changingAccounts = /\bupdate accounts\b.*?\bset\b(.*?)(?:\bwhere\b|\bfrom\b|\breturning\b|`|;)/gs

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, group]) => group ?? whole)

const textOf = new Map(functions.map(({ signature, text }) => [signature.split('(', 1)[0] ?? '', text]))

/** The text with the texts of all SQL functions that it calls, directly or not. */
function withFunctions(text: string, seen = new Set<string>()): string {
  const called = matches(text, calling).filter((name) => textOf.has(name) && !seen.has(name))
  for (const name of called) seen.add(name)
  return [text, ...called.map((name) => withFunctions(textOf.get(name) ?? '', seen))].join('\n')
}

const withoutComments = (code: string) => code.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '')

/** The SQL of each file, by the path in server/src. */
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => !writesEveryTable.some((start) => file.startsWith(start)))
  .map((file) => ({ file, sql: withFunctions(withoutComments(readFileSync(join(sources, file), 'utf8'))) }))

/** Rows such as `| ledger | holds, ledger |` of the section about tables. */
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const section = page.slice(page.indexOf('## Who writes which table'))
const owners = new Map(
  [...section.matchAll(/^\| `(\w+)` \| (.+?) \|$/gm)].flatMap(([, module = '', list = '']) =>
    matches(list, /`(\w+)`/g).map((table) => [table, module]),
  ),
)
const balances = matches(/that are balances: (.*)/.exec(section)?.[1] ?? '', /`(\w+)`/g)

test('the page names an owner of every table', () => {
  expect([...owners.keys()].sort()).toEqual(tables.filter((table) => table !== 'accounts').sort())
  expect(balances.length).toBeGreaterThan(0)
})

test('a table is written by the module that owns it', () => {
  const written = files.flatMap(({ file, sql }) => matches(sql, writing).map((table) => ({ file, table })))
  expect(new Set(written.map(({ table }) => table)).size).toBeGreaterThan(20)
  const foreign = written.filter(
    ({ file, table }) => table !== 'accounts' && !file.startsWith(`${owners.get(table)}/`),
  )
  expect(foreign).toEqual([])
})

test('balances of accounts are written by the ledger, and settings by accounts', () => {
  const changed = files.flatMap(({ file, sql }) =>
    matches(sql, changingAccounts).flatMap((list) =>
      matches(list, /(\w+)\s*=(?!=)/g).map((column) => ({ module: file.split('/')[0], column })),
    ),
  )
  const columns = matches(
    schema.slice(schema.indexOf('table accounts')).split('\n\n')[0] ?? '',
    /^ {2}(\w+) /gm,
  )
  const writers = (isBalance: boolean) =>
    new Set(
      changed
        .filter(({ column }) => columns.includes(column) && balances.includes(column) === isBalance)
        .map(({ module }) => module),
    )
  expect(writers(true)).toEqual(new Set(['ledger']))
  expect(writers(false)).toEqual(new Set(['accounts']))
})
