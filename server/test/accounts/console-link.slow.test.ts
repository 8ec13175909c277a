// Sign-in links of the console: printed on a terminal or by `quarry console-link`, never into a log.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { quarry, type ServerProcess, startServer } from '../support/server-process.ts'
import { createTempFolder } from '../support/temp-folder.ts'

let fresh: FreshDatabase
let dataDir: string
let env: NodeJS.ProcessEnv
let piped: ServerProcess
beforeAll(async () => {
  fresh = await freshDatabase()
  dataDir = createTempFolder('quarry-link-')
  env = { DATABASE_URL: fresh.target.url, QUARRY_DATA_DIR: dataDir }
  piped = await startServer(env)
})
afterAll(async () => {
  await piped.stop()
  await fresh.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const linkLine = (role: string) => new RegExp(`^Console, signed in as ${role}: (\\S+)#code=([\\w-]+)$`, 'm')

/** Follows the link on the line of `role` and returns the role of the new session. */
async function followLink(output: string, role: string): Promise<unknown> {
  const [, address, code] = linkLine(role).exec(output) ?? []
  expect([output, address]).toEqual([output, `${piped.url}/`])
  const response = await fetch(`${piped.url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-quarry-console': '1' },
    body: JSON.stringify({ code }),
  })
  return ((await response.json()) as { role: unknown }).role
}

test('a server whose output is not a terminal prints no sign-in link and creates no code', async () => {
  expect(piped.output()).toContain(`Console: ${piped.url}/`)
  expect(piped.output()).toContain('quarry console-link')
  expect(piped.output()).not.toContain('#code=')
  const { rows } = await fresh.database.pool.query('select 1 from session_codes')
  expect(rows).toEqual([])
})

test('a server on a terminal prints links that sign in', async () => {
  const setTerminal = 'data:text/javascript,process.stdout.isTTY=true'
  const server = await startServer({ ...env, NODE_OPTIONS: `--import=${setTerminal}` })
  try {
    const output = server.output().replaceAll(server.url, piped.url)
    expect(await followLink(output, 'the operator')).toBe('operator')
    expect(await followLink(output, '"demo"')).toBe('account')
  } finally {
    await server.stop()
  }
})

test('console-link prints links that sign in to the running server', async () => {
  const { code, stdout, stderr } = await quarry(['console-link'], { ...env, QUARRY_PUBLIC_URL: piped.url })
  expect([code, stderr]).toEqual([0, ''])
  expect(await followLink(stdout, 'the operator')).toBe('operator')
  expect(await followLink(stdout, '"demo"')).toBe('account')
})

test('console-link takes the address from the settings of the server', async () => {
  const { stdout } = await quarry(['console-link'], { ...env, QUARRY_HOST: '0.0.0.0', QUARRY_PORT: '8123' })
  expect(linkLine('the operator').exec(stdout)?.[1]).toBe('http://127.0.0.1:8123/')
})

test('console-link refuses arguments, and a data folder without an admin token', async () => {
  expect(await quarry(['console-link', 'extra'], env)).toMatchObject({
    code: 2,
    stderr: 'quarry: console-link takes no arguments, but got extra\n',
  })
  const other = createTempFolder('quarry-link-')
  writeFileSync(join(other, 'admin-token'), '\n')
  const missing = await quarry(['console-link'], { ...env, QUARRY_DATA_DIR: other })
  rmSync(other, { recursive: true, force: true })
  expect([missing.code, missing.stdout]).toEqual([1, ''])
  expect(missing.stderr).toMatch(/^quarry: there is no admin token in \S+; start the server first/)
})
