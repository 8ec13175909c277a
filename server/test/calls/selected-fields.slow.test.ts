// The parameters `fields` and `format` over HTTP, for every endpoint: the response is reduced and formatted, and
// nothing else changes. The whole record is checked, cached and counted.
import type { Endpoint } from '@quarry/kit/endpoint'
import { Compile } from '@quarry/kit/schema'
import { sources } from '@quarry/sources'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMainList, getRecordFields, readMainList } from '../../src/lookups/reading/record-fields.ts'
import {
  formatRecord,
  readSelection,
  readView,
  selectFields,
  selectSchema,
} from '../../src/lookups/reading/record-view.ts'
import { startApp, type TestApp } from '../support/app.ts'

const endpoints = sources.flatMap((source) => source.endpoints)

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await startApp()
  ;({ secret } = await app.account({ bonus_credits: 1_000_000, rate_limit: null }))
})
afterAll(() => app.close())

function callEndpoint(
  endpoint: Endpoint,
  options: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const params = { ...(endpoint.example as object), max_age: 3600, ...options }
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return endpoint.method === 'GET'
    ? app.call(secret, `${endpoint.path}?${query}`, { headers })
    : app.call(secret, endpoint.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(params),
      })
}

/** Headers that depend on the time, the request or the balance. */
const changing = new Set(['date', 'x-request-id', 'x-credits-remaining', 'age', 'content-length'])
const readHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !changing.has(name)))

const fullRecords = new Map<string, string>()

test.each(endpoints)(
  '$path: the record is complete by default, and reduced and formatted on request',
  async (endpoint) => {
    await callEndpoint(endpoint, {})
    const plain = await callEndpoint(endpoint, {})
    const fullRecord = await plain.text()
    fullRecords.set(endpoint.path, fullRecord)
    const headers = readHeaders(plain)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      vary: 'accept, authorization, x-api-key',
    })
    const names = getRecordFields(endpoint.record).names
    for (const fields of [names.slice(-3).join(), `-${names[0]}`]) {
      const cut = await callEndpoint(endpoint, { fields })
      expect(readHeaders(cut)).toEqual(headers)
      const view = readView(endpoint.record, { fields })
      expect(await cut.text()).toBe(view && formatRecord(fullRecord, view))
    }
    const csv = await callEndpoint(endpoint, { format: 'csv', fields: names[0] })
    expect(readHeaders(csv)).toEqual({ ...headers, 'content-type': 'text/csv; charset=utf-8' })
    const text = await csv.text()
    const accepted = await callEndpoint(endpoint, { fields: names[0] }, { accept: 'text/csv' })
    expect([readHeaders(accepted), await accepted.text()]).toEqual([readHeaders(csv), text])
    const list = findMainList(endpoint.record as object)
    const rows = list ? readMainList(list, JSON.parse(fullRecord)) : [0]
    const ndjson = await callEndpoint(endpoint, { format: 'ndjson' })
    if (list) {
      expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
      const lines = (await ndjson.text()).split('\n').slice(0, -1)
      expect(lines.map((line) => JSON.parse(line))).toEqual(rows)
    } else {
      expect([ndjson.status, ndjson.headers.get('x-credits-used')]).toEqual([400, '0'])
      expect(await ndjson.json()).toEqual({
        error: 'Bad Request: format must be json or csv: ndjson is for lists, and this is one record',
      })
    }
    const again = await callEndpoint(endpoint, { format: 'json' }, { accept: 'text/csv' })
    expect([readHeaders(again), await again.text()]).toEqual([headers, fullRecord])
  },
)

test('selecting fields before or after the check gives the same verdict, for every endpoint', () => {
  for (const { path, record } of endpoints) {
    const fullRecord: unknown = JSON.parse(fullRecords.get(path) ?? '')
    const { names } = getRecordFields(record)
    const check = Compile(record)
    fc.assert(
      fc.property(
        fc.subarray([...names], { minLength: 1, maxLength: Math.min(20, names.length) }),
        fc.boolean(),
        fc.nat(),
        (fields, isKept, seed) => {
          const selection = readSelection(record, fields.map((name) => (isKept ? name : `-${name}`)).join())
          const checkCut = Compile(selectSchema(record, selection))
          // A valid record stays valid; a wrong value is refused after the selection if it was selected.
          for (const value of [fullRecord, spoil(structuredClone(fullRecord), seed)]) {
            const cut = selectFields(value, selection)
            const isSpoilt = JSON.stringify(cut).includes(mark)
            expect(checkCut.Check(cut)).toBe(check.Check(value) || !isSpoilt)
          }
        },
      ),
      { numRuns: 40, seed: 34 },
    )
  }
})

const mark = 'no value of any schema'

/** Replaces one value at any depth with an object that no closed schema allows. */
function spoil(record: unknown, seed: number): unknown {
  const places: [Record<string, unknown>, string][] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'boolean' || typeof inner === 'number' || typeof inner === 'string')
        places.push([value as Record<string, unknown>, name])
      walk(inner)
    }
  }
  walk(record)
  const [owner, name] = places[seed % places.length] ?? []
  if (owner && name !== undefined) owner[name] = { [mark]: true }
  return record
}

test('three fields of the three largest examples are at most a tenth of the full response', async () => {
  const largest = endpoints.toSorted((a, b) => size(b) - size(a)).slice(0, 3)
  const shares: [string, number][] = []
  for (const endpoint of largest) {
    const fullRecord = JSON.parse(fullRecords.get(endpoint.path) ?? '') as Record<string, unknown>
    const list = findMainList(endpoint.record as object)
    const [item = {}] = list ? readMainList(list, fullRecord) : [fullRecord]
    const fields = Object.entries(item as object)
      .filter(([, value]) => typeof value !== 'object')
      .slice(0, 3)
      .map(([name]) => name)
      .join()
    const response = await callEndpoint(endpoint, { fields })
    expect(response.status).toBe(200)
    const cut = await response.text()
    // The envelope of a list stays complete: the suppliers' filters alone are a twelfth of the response.
    const envelope = list?.name ? JSON.stringify({ ...fullRecord, [list.name]: [] }).length : 0
    shares.push([`${endpoint.path} ${fields}`, (cut.length - envelope) / size(endpoint)])
  }
  expect(shares.filter(([, share]) => share > 0.1)).toEqual([])
})

const size = ({ path }: Endpoint): number => fullRecords.get(path)?.length ?? 0
