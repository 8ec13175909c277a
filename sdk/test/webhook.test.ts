// Webhook messages, signed by the server's own code.

import { expect, test } from 'vitest'
import { signBody } from '../../server/src/webhooks/webhook-secrets.ts'
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
  const both = signBody(['whsec_new', secret], seconds, body)
  for (const one of [secret, 'whsec_new', ['whsec_other', secret]])
    expect(await verifyWebhook({ secret: one, signature: both, body, now })).toEqual(message)
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

test('how old a message may be can be said', async () => {
  const signature = signBody([secret], seconds - 301, body)
  expect(await verifyWebhook({ secret, signature, body, now, toleranceSeconds: 600 })).toEqual(message)
})
