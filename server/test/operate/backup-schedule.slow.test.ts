// Scheduled backups: one server saves, old files are deleted, and a failing folder or bucket is reported, raises an
// alarm and disturbs nothing else.

import { readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBucket } from '../../src/operate/backup/s3.ts'
import { createBackupRuns } from '../../src/operate/backup/scheduled-backups.ts'
import { verifyBackup } from '../../src/operate/backup/verify-backup.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { backupFolder } from '../support/backups.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { keys, type S3Server, startS3Server } from '../support/s3-server.ts'

type Status = {
  last_success: string | null
  failures: number
  error: string | null
  overdue: boolean
  bytes: number
}

let fresh: FreshDatabase
let folder: string
let apps: TestApp[]
beforeEach(async () => {
  fresh = await freshDatabase()
  folder = await backupFolder()
  apps = []
})
afterEach(async () => {
  for (const app of apps) await app.close()
  await fresh.drop()
})

async function start(backups: object, more: object = {}, env = {}): Promise<TestApp> {
  const { database, target } = fresh
  const app = await startApp({
    database,
    target,
    tuning: { backupPollMs: 20 },
    file: { backups, ...more },
    env,
  })
  apps.push(app)
  return app
}
const readStatus = async (app: TestApp) =>
  ((await (await app.admin('/admin/overview')).json()) as { backup: Status }).backup
/** Moves all runs into the past so that the next one is due. */
const age = (interval: string) =>
  fresh.database.pool.query(
    `update backup_runs set started = started - interval '${interval}', finished = finished - interval '${interval}'`,
  )
const waitForRuns = (count: number) =>
  eventually(async () => {
    const { rows } = await fresh.database.pool.query('select from backup_runs where finished is not null')
    expect(rows).toHaveLength(count)
  })

test('one of two servers saves; files beyond `keep` are deleted; metrics and overview show the last backup', async () => {
  const to = join(folder, 'saved')
  const app = await start({ every: '1h', keep: 2, to })
  await start({ every: '1h', keep: 2, to })
  for (const count of [1, 2, 3]) {
    await waitForRuns(count)
    if (count < 3) await age('2 hours')
  }
  await eventually(async () => expect(await readdir(to)).toHaveLength(2))
  for (const name of await readdir(to))
    expect((await verifyBackup({ path: join(to, name), passphrase: null })).differences).toEqual([])
  const status = await readStatus(app)
  expect(status).toMatchObject({ failures: 0, error: null, overdue: false })
  const metrics = await (await app.admin('/metrics')).text()
  expect(metrics).toContain(`quarry_backup_size_bytes ${status.bytes}\n`)
  expect(metrics).toContain('quarry_backup_overdue 0\n')
  expect(metrics).toMatch(/quarry_backup_last_success_timestamp_seconds \d{10}/)
})

test('a server whose schedule was read before another server started a run starts none', async () => {
  const runs = createBackupRuns(fresh.database.pool)
  const { latestRun } = await runs.summary()
  expect(await runs.begin('quarry-first.tar', latestRun)).toBe(1)
  expect(await runs.begin('quarry-second.tar', latestRun)).toBeNull()
  expect(await runs.begin('quarry-second.tar', (await runs.summary()).latestRun)).toBe(2)
})

test('a folder that cannot be written is reported and raises one alarm, which the next success ends', async () => {
  const messages: { type: string; error: string | null }[] = []
  const receiver: Server = createServer(async (request, response) => {
    messages.push((await json(request)) as never)
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const to = join(folder, 'blocked')
  await writeFile(to, 'a file where the folder should be')
  const more = { webhooks: { allow_private: true }, alerts: { webhook, secret: 'a-secret-of-16-characters' } }
  const app = await start({ every: '1h', to }, more)
  await waitForRuns(1)
  expect(await readStatus(app)).toMatchObject({ failures: 1, last_success: null, overdue: false })
  const { secret } = await app.account()
  expect((await app.call(secret, '/v2/ticketing/event?query=1000000000017')).status).toBe(200)
  await age('3 hours')
  await eventually(async () => expect(messages.map(({ type }) => type)).toEqual(['backup.overdue']))
  expect(messages[0]?.error).toMatch(/EEXIST|ENOTDIR/)
  expect(await (await app.admin('/metrics')).text()).toContain('quarry_backup_overdue 1\n')
  await rm(to)
  await age('30 minutes')
  await eventually(async () =>
    expect(messages.map(({ type }) => type)).toEqual(['backup.overdue', 'backup.recovered']),
  )
  expect(await readStatus(app)).toMatchObject({ failures: 0, overdue: false })
  receiver.closeAllConnections()
  receiver.close()
})

test('a bucket gets the encrypted file, and an unreachable one is reported', async () => {
  const s3 = await startS3Server()
  const passphraseFile = join(folder, 'passphrase')
  await writeFile(passphraseFile, 'correct horse battery\n')
  const env = { AWS_ACCESS_KEY_ID: keys.keyId, AWS_SECRET_ACCESS_KEY: keys.secret, AWS_REGION: 'eu-west-3' }
  const backups = {
    every: '1h',
    keep: 1,
    to: `${s3.origin}/bucket/some/prefix`,
    passphrase_file: passphraseFile,
  }
  const app = await start(backups, {}, env)
  await waitForRuns(1)
  const [[name, body] = []] = [...s3.objects]
  expect(name).toMatch(/^\/bucket\/some\/prefix\/quarry-[\dTZ-]+\.tar\.age$/)
  const path = join(folder, 'fetched.tar.age')
  await writeFile(path, body as Buffer)
  await verifyBackup({ path, passphrase: 'correct horse battery' })
  expect(app.logged.join('')).not.toContain(keys.secret)
  await s3.close()
  await age('2 hours')
  await waitForRuns(2)
  const { error } = await readStatus(app)
  expect(error).toMatch(/does not answer \(ECONNREFUSED\)/)
})

test.each([
  [{ every: '1m', to: '/x' }, /backups\.every is "1m": it must be a time from 5m to 31d/],
  [{ to: 'ftp://host/bucket' }, /backups\.to is "ftp:\/\/host\/bucket": it must be a folder, or the https/],
  [{ to: 'http://host/bucket' }, /it must be an https:\/\/ address, unless backups\.passphrase_file/],
  [{ to: 'https://host/bucket' }, /AWS_ACCESS_KEY_ID is not set/],
])('an invalid setting is refused: %j', async (backups, reason) => {
  await expect(start(backups)).rejects.toThrow(reason)
})

let s3: S3Server
const bytes = Buffer.alloc(250_000, 'abc')
async function* inPieces(): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 30_000) yield bytes.subarray(at, at + 30_000)
}

test('a large file is uploaded in parts; a failed upload leaves no part behind', async () => {
  s3 = await startS3Server()
  const bucket = { bucket: `${s3.origin}/bucket`, region: 'us-east-1', ...keys }
  await createBucket(bucket, 100_000).upload('large.tar', inPieces())
  expect(s3.objects.get('/bucket/large.tar')?.equals(bytes)).toBe(true)
  expect(s3.requests.filter((line) => line.includes('partNumber'))).toHaveLength(3)
  async function* failing(): AsyncGenerator<Buffer> {
    yield* inPieces()
    throw new Error('the database is gone')
  }
  await expect(createBucket(bucket, 100_000).upload('failed.tar', failing())).rejects.toThrow(
    'the database is gone',
  )
  expect([s3.uploads.size, s3.objects.has('/bucket/failed.tar')]).toEqual([0, false])
  await createBucket(bucket).remove('large.tar')
  expect(s3.objects.size).toBe(0)
  const wrong = createBucket({ ...bucket, secret: 'another' })
  await expect(wrong.upload('x.tar', inPieces())).rejects.toThrow(
    /refused to PUT x\.tar: 403 SignatureDoesNotMatch/,
  )
  s3.failWith(503)
  await expect(createBucket(bucket).upload('x.tar', inPieces())).rejects.toThrow(/503 SlowDown/)
  await s3.close()
})
