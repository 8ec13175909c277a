// Compares the responses of two builds of Quarry: the same calls go to both, without parameters that only the newer one
// has. Added fields and headers are allowed; everything else must be equal, byte for byte, except values that differ
// between any two runs.
// `npx tsx scripts/compare-builds.ts <older folder> <newer folder>`, each an installed clone. Exits 1 on a difference.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

type Build = { child: ChildProcess; url: string; key: string; folder: string }

async function run(folders: readonly string[]): Promise<boolean> {
  const [older, newer] = await Promise.all(folders.map((folder) => startBuild(resolve(folder))))
  if (!older || !newer) throw new Error('two folders are needed')
  try {
    const description = (await (await fetch(`${older.url}/openapi.json`)).json()) as object
    const calls = listCalls(description)
    const added = new Set<string>()
    let [responses, identical, differing] = [0, 0, 0]
    for (const call of calls) {
      const [before, after] = await Promise.all([sendWhole(older, call), sendWhole(newer, call)])
      for (const [n, response] of before.entries()) {
        const { differences, added: more, isIdentical } = compareResponses(response, after[n])
        responses += 1
        if (isIdentical) identical += 1
        if (differences.length > 0) differing += 1
        for (const name of more) added.add(name)
        for (const text of differences) process.stdout.write(`${call.method} ${call.path}: ${text}\n`)
      }
    }
    process.stdout.write(`Added fields and headers: ${[...added].sort().join(', ') || 'none'}\n`)
    process.stdout.write(
      `${calls.length} calls, ${responses} responses: ${identical} with identical bodies, ${responses - identical - differing} with added or changing fields only, ${differing} different\n`,
    )
    return differing === 0
  } finally {
    await Promise.all([stopBuild(older), stopBuild(newer)])
  }
}

const startMs = 10 * 60_000

/** Starts a build with its own data folder; a stale one is built first. */
async function startBuild(folder: string): Promise<Build> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'quarry-compare-'))
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [join(folder, 'scripts/run.mjs'), 'serve'], {
    cwd: folder,
    env: { PATH, HOME, QUARRY_PORT: '0', QUARRY_DATA_DIR: dataFolder, QUARRY_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  const endsAt = Date.now() + startMs
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
    const key = /qry_\w{36}/.exec(output)?.[0]
    if (url && key) return { child, url, key, folder: dataFolder }
    if (child.exitCode !== null || Date.now() > endsAt)
      throw new Error(`${folder} did not start with a new account:\n${output}`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

async function stopBuild({ child, folder }: Build): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

async function send({ url, key }: Build, call: PlannedCall): Promise<RecordedResponse> {
  const { method, path, body, hasKey = true } = call
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(hasKey ? { 'x-api-key': key } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  }
}

/** Sends a call, and waits for the job if it starts one. */
async function sendWhole(build: Build, call: PlannedCall): Promise<RecordedResponse[]> {
  const response = await send(build, call)
  if (response.status !== 202) return [response]
  const { url } = JSON.parse(response.text) as { url: string }
  return [response, await send(build, { method: 'GET', path: `${url}?wait=30` })]
}

type RecordedResponse = { status: number; headers: Record<string, string>; text: string }

type Comparison = {
  differences: string[]
  /** Names of fields and headers that only the newer response has. */
  added: string[]
  /** Whether the bodies are equal, byte for byte. */
  isIdentical: boolean
}

const changingHeaders =
  /^(?:date|x-request-id|content-length|age|ratelimit|retry-after|connection|keep-alive|etag)$/
const changingFields =
  /^(?:\w+_id|id|url|results_url|history_url|at|\w+_at|ms|p\d+_ms|cache_age_seconds|received|secret_since|next_cursor)$/

function compareResponses(older: RecordedResponse, newer: RecordedResponse | undefined): Comparison {
  if (!newer) return { differences: ['the newer build has no response'], added: [], isIdentical: false }
  const differences: string[] = []
  const added: string[] = []
  if (older.status !== newer.status) differences.push(`status ${older.status}, now ${newer.status}`)
  for (const [name, value] of Object.entries(older.headers)) {
    if (changingHeaders.test(name) || newer.headers[name] === value) continue
    differences.push(`header ${name}: ${value}, now ${newer.headers[name] ?? 'absent'}`)
  }
  for (const name of Object.keys(newer.headers)) if (!(name in older.headers)) added.push(name)
  const isIdentical = older.text === newer.text
  if (!isIdentical) compareBodies(older.text, newer.text, differences, added)
  return { differences, added, isIdentical }
}

function compareBodies(older: string, newer: string, differences: string[], added: string[]): void {
  const [before, after] = [parseJson(older), parseJson(newer)]
  if (before === undefined || after === undefined)
    return void differences.push(`body ${shorten(older)}, now ${shorten(newer)}`)
  const remaining = removeAdded(before, after, '', { differences, added })
  // The order of the fields too: without what was added, the text is the same.
  if (differences.length === 0 && JSON.stringify(remaining) !== older)
    differences.push('the fields have another order or notation')
}

type Found = { differences: string[]; added: string[] }

/** The newer value without its added fields; values that differ between any two runs are replaced by the older ones. */
function removeAdded(before: unknown, after: unknown, place: string, found: Found): unknown {
  const name = place.slice(place.lastIndexOf('.') + 1)
  if (typeof before === 'string' && typeof after === 'string' && changingFields.test(name)) return before
  if (typeof before === 'number' && typeof after === 'number' && changingFields.test(name)) return before
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length)
      found.differences.push(`${place} has ${before.length} items, now ${after.length}`)
    return before.map((item, n) => removeAdded(item, after[n], `${place}[]`, found))
  }
  if (isObject(before) && isObject(after)) return removeAddedFields(before, after, place, found)
  if (before !== after) found.differences.push(`${place} is ${shorten(before)}, now ${shorten(after)}`)
  return after
}

type Json = Record<string, unknown>

function removeAddedFields(before: Json, after: Json, place: string, found: Found): Json {
  for (const name of Object.keys(before)) {
    if (!(name in after)) found.differences.push(`${place}.${name} is absent now`)
  }
  const shared = Object.entries(after).flatMap(([name, value]): [string, unknown][] => {
    const here = `${place}.${name}`
    if (name in before) return [[name, removeAdded(before[name], value, here, found)]]
    found.added.push(here)
    return []
  })
  return Object.fromEntries(shared)
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maxShown = 160
const shorten = (value: unknown): string => (JSON.stringify(value) ?? 'absent').slice(0, maxShown)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type PlannedCall = {
  method: string
  path: string
  body?: Record<string, unknown>
  /** False for a call without an API key. */
  hasKey?: boolean
}

type Parameter = { name: string; in: string; required?: boolean; example?: unknown; schema?: Schema }
type Schema = { examples?: unknown[]; default?: unknown; type?: unknown; properties?: Record<string, Schema> }
type Content = Record<
  string,
  { example?: unknown; examples?: Record<string, { value?: unknown }>; schema?: Schema }
>
type Operation = { parameters?: Parameter[]; requestBody?: { content?: Content } }
type Lookup = { method: string; path: string; params: Record<string, unknown> }

/** Eight calls of each lookup that the older build describes, and the free routes. */
function listCalls(description: object): PlannedCall[] {
  const { paths = {} } = description as { paths?: Record<string, Record<string, Operation>> }
  const lookups = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => readLookup(path, method, operation) ?? []),
  )
  return [...lookups.flatMap(planLookup), ...otherCalls]
}

/** Null for an operation that is not a lookup: only lookups take `soft_fail`. */
function readLookup(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): Lookup | null {
  const content = requestBody?.content?.['application/json']
  const inBody = Object.keys(content?.schema?.properties ?? {})
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  if (path.startsWith('/api/') || ![...inBody, ...inQuery.map(({ name }) => name)].includes('soft_fail'))
    return null
  const ofBody = (content?.example ?? Object.values(content?.examples ?? {})[0]?.value ?? {}) as object
  const ofQuery = inQuery.flatMap((parameter): [string, unknown][] => {
    const value = parameter.example ?? parameter.schema?.examples?.[0]
    return parameter.required && value !== undefined ? [[parameter.name, value]] : []
  })
  return { method: method.toUpperCase(), path, params: { ...Object.fromEntries(ofQuery), ...ofBody } }
}

function planLookup({ method, path, params }: Lookup): PlannedCall[] {
  const plan = (values: Record<string, unknown>, prefix = ''): PlannedCall =>
    method === 'GET'
      ? { method, path: `${prefix}${path}?${toQuery(values)}` }
      : { method, path: prefix + path, body: values }
  const [first = 'query'] = Object.keys(params)
  const missing = { ...params, [first]: 'fault-missing' }
  return [
    plan(params),
    plan(params, '/api'),
    plan({}),
    plan(missing),
    plan({ ...missing, soft_fail: true }),
    plan({ ...params, is_async: true }),
    plan({ ...params, max_age: -1 }),
    { method: 'DELETE', path },
  ]
}

const toQuery = (values: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]))

const get = (path: string): PlannedCall => ({ method: 'GET', path })

const otherCalls: PlannedCall[] = [
  ...['/v2/usage', '/api/v2/usage', '/v2/calls?limit=20', '/v2/jobs?limit=5', '/v2/batches?limit=5'].map(get),
  ...['/v2/calls?status=many', '/v2/nothing', '/v2/jobs/nothing', '/healthz', '/readyz'].map(get),
  { ...get('/v2/usage'), hasKey: false },
  { ...get('/v2/company?query=fenmont.example'), hasKey: false },
  { method: 'POST', path: '/v2/batches', body: {} },
  { method: 'POST', path: '/v2/batches', body: { endpoint: '/v2/nothing', inputs: [{}] } },
]

const folders = process.argv.slice(2)
if (folders.length !== 2) {
  process.stderr.write('usage: npx tsx scripts/compare-builds.ts <older folder> <newer folder>\n')
  process.exit(2)
}
process.exit((await run(folders)) ? 0 : 1)
