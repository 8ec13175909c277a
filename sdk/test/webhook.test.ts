// Webhook messages, signed by the server's own code.

import { expect, test } from 'vitest'
import {
  buildMessageHeaders,
  createSecret,
  signBody,
  signStandard,
} from '../../server/src/fetching/deliver.ts'
import { InvalidSignature, verifyWebhook } from '../src/index.ts'

const secret = 'whsec_one'
const seconds = 1_800_000_000
const now = new Date(seconds * 1000)
const message = {
  type: 'job.completed',
  delivery_id: 'd-1',
  result_omitted: false,
  job: { result: { city: 'Lyon é' } },
}
const body = JSON.stringify(message)

test('a message with a good signature is read, as text or bytes, with any valid secret', async () => {
  const signature = signBody([secret], seconds, body)
  expect(await verifyWebhook({ secret, signature, body, now })).toEqual(message)
  expect(await verifyWebhook({ secret, signature, body: new TextEncoder().encode(body), now })).toEqual(
    message,
  )
  const signedTwice = signBody(['whsec_new', secret], seconds, body)
  for (const one of [secret, 'whsec_new', ['whsec_other', secret]])
    expect(await verifyWebhook({ secret: one, signature: signedTwice, body, now })).toEqual(message)
})

test.each([
  ['no signature', null],
  ['an empty one', ''],
  ['one without a time', signBody([secret], seconds, body).replace(/^t=\d+,/, '')],
  ['one of another secret', signBody(['whsec_two'], seconds, body)],
  ['one of another body', signBody([secret], seconds, `${body} `)],
  ['one of another time', signBody([secret], seconds - 1, body).replace(`t=${seconds - 1}`, `t=${seconds}`)],
  ['an old one', signBody([secret], seconds - 301, body)],
  ['one from the future', signBody([secret], seconds + 301, body)],
  ['a short one', signBody([secret], seconds, body).slice(0, -2)],
])('%s is refused', async (_, signature) => {
  await expect(verifyWebhook({ secret, signature, body, now })).rejects.toBeInstanceOf(InvalidSignature)
})

test('the maximum age of a message can be set', async () => {
  const signature = signBody([secret], seconds - 301, body)
  expect(await verifyWebhook({ secret, signature, body, now, toleranceSeconds: 600 })).toEqual(message)
})

const standard = createSecret()
const sign = (at: number, secrets = [standard]) => ({
  'webhook-id': 'd-1',
  'webhook-timestamp': String(at),
  'webhook-signature': signStandard(secrets, 'd-1', at, body),
})

test('a message in the form of Standard Webhooks is read, with headers of a request or of Node.js', async () => {
  const other = createSecret()
  for (const secrets of [[standard], [other, standard]])
    for (const headers of [
      sign(seconds, secrets),
      new Headers(sign(seconds, secrets)),
      { 'Webhook-Id': 'd-1', ...sign(seconds, secrets) },
    ])
      expect(await verifyWebhook({ secret: standard, headers, body, now })).toEqual(message)
  const signedTwice = buildMessageHeaders([standard], 'd-1', body)
  expect(await verifyWebhook({ secret: standard, headers: signedTwice, body })).toEqual(message)
  const { 'quarry-signature': older } = signedTwice
  expect(await verifyWebhook({ secret: standard, headers: { 'quarry-signature': older }, body })).toEqual(
    message,
  )
  // An older secret signs in the older form only.
  const headers = buildMessageHeaders([secret], 'd-1', body)
  expect(Object.keys(headers)).not.toContain('webhook-signature')
  expect(await verifyWebhook({ secret, headers, body })).toEqual(message)
})

test.each([
  ['of another secret', sign(seconds, [createSecret()])],
  ['of another id', { ...sign(seconds), 'webhook-id': 'd-2' }],
  ['of another time', { ...sign(seconds - 1), 'webhook-timestamp': String(seconds) }],
  ['too old', sign(seconds - 301)],
  ['from the future', sign(seconds + 301)],
  [
    'of another version',
    { ...sign(seconds), 'webhook-signature': sign(seconds)['webhook-signature'].replace('v1,', 'v2,') },
  ],
  ['cut', { ...sign(seconds), 'webhook-signature': sign(seconds)['webhook-signature'].slice(0, -4) }],
  ['without signatures', { ...sign(seconds), 'webhook-signature': '' }],
  ['absent', {}],
  // A new timestamp in one form does not make an old signature in the other form valid.
  [
    'old beside a new time',
    {
      'webhook-timestamp': String(seconds),
      'webhook-id': 'd-1',
      'quarry-signature': signBody([standard], seconds - 301, body),
    },
  ],
])('a Standard Webhooks signature that is %s is refused', async (_, headers) => {
  await expect(verifyWebhook({ secret: standard, headers, body, now })).rejects.toBeInstanceOf(
    InvalidSignature,
  )
})

test('a parsed body is refused with a hint', async () => {
  const body = { type: 'job.completed' } as unknown as string
  await expect(verifyWebhook({ secret: 'whsec_x', body })).rejects.toThrow(
    /needs the raw body as text or bytes/,
  )
})
