// The console session: started with a key, the admin token or the code of a link, and carried by a cookie that scripts
// cannot read and other sites cannot use.
import { boolean, object, optional, text } from '@quarry/kit/schema'
import { sessionHours } from '../../accounts/sessions.ts'
import { type SignIn, session, signedOut } from '../../accounts/sign-in.ts'
import type { CallRequest } from '../../calls/call-request.ts'
import { Refusal } from '../../platform/errors.ts'
import { namedObject } from '../../platform/lib/schemas.ts'
import { route } from './route.ts'

export type SessionDeps = {
  signIn: SignIn
  /** Whether the configured public address is https. */
  isPublicHttps: boolean
}

const shared = {
  access: 'open',
  tag: 'session',
  path: '/session',
  reply: {
    description: 'Who is signed in',
    schema: session,
    headers: { 'cache-control': '`no-store`', 'set-cookie': 'When a session starts or ends' },
  },
} as const
const onlyConsole = 'Needs the header `x-quarry-console: 1`, which pages of other origins cannot send.'
const headers = { 'cache-control': 'no-store' }

/** Returns what the console sent with the request; 403 for other pages and programs. */
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
  description: `With an API key, the admin token, or the one-time code of a link. The session has the same rights and lasts ${sessionHours} hours, or until an hour without use. ${onlyConsole}`,
  body: namedObject('SignIn', {
    secret: optional(text('qry_…', { maxLength: 256, description: 'An API key or the admin token.' })),
    code: optional(text('…', { maxLength: 256, description: 'The code of a link, instead of `secret`.' })),
  }),
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
  async run({ body, request }, { signIn, isPublicHttps }: SessionDeps) {
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
  summary: 'Read who is signed in to the console',
  description: 'Open to everyone. Without the header `x-quarry-console: 1` the answer is signed out.',
  headers,
  respond: ({ request }, { signIn }: SessionDeps) =>
    signIn.show(request.console?.session ?? null, request.address),
})

const endSession = route({
  ...shared,
  name: 'sign_out',
  method: 'DELETE',
  summary: 'Sign out of the console',
  description: onlyConsole,
  params: object({
    everywhere: optional(
      boolean(true, { default: false, description: 'Also end all other sessions of this key or token.' }),
    ),
  }),
  refusals: ['forbidden'],
  async run({ params: { everywhere = false }, request }, { signIn, isPublicHttps }: SessionDeps) {
    const { session: token, isHttps } = readConsole(request)
    if (token !== null) await signIn.end(token, request.address, { everywhere })
    return {
      body: signedOut,
      headers: { ...headers, 'set-cookie': cookie('', 0, isHttps || isPublicHttps) },
    }
  },
})

export const sessionRoutes = [beginSession, showSession, endSession]
