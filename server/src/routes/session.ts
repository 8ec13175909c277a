// The session of the console: begun with a key, the operator's token or the code of a link, and known by a cookie that
// no script can read and no other page can use.
import { boolean, list, named, nullable, object, oneOf, optional, text } from '@quarry/kit/schema'
import { permissions } from '../access/caller.ts'
import { sessionHours } from '../access/read-sessions.ts'
import { signedOut } from '../access/sign-in.ts'
import type { CallRequest } from '../calls/call-request.ts'
import { Refusal } from '../errors.ts'
import { route } from './route.ts'
import { uuid } from './shared-schemas.ts'

const shared = { access: 'open', tag: 'session', path: '/session' } as const
const onlyConsole = 'Only with the header `x-quarry-console: 1`, which no page of another origin can send.'

const session = object(
  {
    role: nullable(oneOf(['account', 'operator'], { description: 'Null for whoever is not signed in.' })),
    account: nullable(object({ slug: text('demo'), name: text('Demo') })),
    key: nullable(
      object({
        id: uuid(),
        alias: text('demo'),
        category: text('development'),
        scopes: nullable(list(text('/v2/usage'))),
        permissions: list(oneOf(permissions)),
      }),
    ),
    may: object(
      { statistics: boolean(true), keys: boolean(false), webhooks: boolean(true) },
      { description: 'What beside its own calls the account sees with this key.' },
    ),
  },
  named('Session'),
)
const replies = {
  200: {
    description: 'Who is signed in',
    schema: session,
    headers: { 'cache-control': '`no-store`', 'set-cookie': 'Where a session begins or ends' },
  },
}
const headers = { 'cache-control': 'no-store' }

/** Returns what the console sent beside the request; 403 for any other page or program. */
function readConsole({ console }: CallRequest): NonNullable<CallRequest['console']> {
  if (!console) throw new Refusal('forbidden')
  return console
}

const cookie = (value: string, seconds: number, isSecure: boolean) =>
  `quarry_session=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

const beginSession = route({
  ...shared,
  name: 'sign_in',
  method: 'POST',
  summary: 'Sign in to the console',
  description: `With an API key, the operator's token, or the one-time code of a link. The session stands for what it was begun with, for ${sessionHours} hours, or until an hour without use. ${onlyConsole}`,
  params: object({}),
  body: object(
    {
      secret: optional(text('qry_…', { maxLength: 256, description: 'A key, or the token.' })),
      code: optional(text('…', { maxLength: 256, description: 'Instead of it, from a link.' })),
    },
    named('SignIn'),
  ),
  replies,
  refusals: [
    'invalid_key',
    'inactive_key',
    'expired_key',
    'forbidden',
    'account_deactivated',
    'rate_limited',
  ],
  example: { body: { secret: 'qry_…' } },
  permitRequest: readConsole,
  maxBodyBytes: 4096,
  async run({ body, request }, { signIn, isPublicHttps }) {
    const { isHttps } = readConsole(request)
    const { token, view } = await signIn.begin(body, request.address)
    return {
      body: view,
      headers: { ...headers, 'set-cookie': cookie(token, sessionHours * 3600, isHttps || isPublicHttps) },
    }
  },
})

const showSession = route({
  ...shared,
  name: 'session',
  method: 'GET',
  summary: 'Who is signed in to the console',
  description: 'Answers everyone; without the header `x-quarry-console: 1` nobody is signed in.',
  params: object({}),
  replies,
  refusals: [],
  example: {},
  run: async ({ request }, { signIn }) => ({
    body: await signIn.show(request.console?.session ?? null, request.address),
    headers,
  }),
})

const endSession = route({
  ...shared,
  name: 'sign_out',
  method: 'DELETE',
  summary: 'Sign out of the console',
  description: onlyConsole,
  params: object({
    everywhere: optional(
      boolean(true, { default: false, description: 'Also all other sessions of this key, or of the token.' }),
    ),
  }),
  replies,
  refusals: ['forbidden'],
  example: {},
  async run({ params: { everywhere = false }, request }, { signIn, isPublicHttps }) {
    const { session: token, isHttps } = readConsole(request)
    if (token !== null) await signIn.end(token, request.address, { everywhere })
    return {
      body: signedOut,
      headers: { ...headers, 'set-cookie': cookie('', 0, isHttps || isPublicHttps) },
    }
  },
})

export const sessionRoutes = [beginSession, showSession, endSession]
