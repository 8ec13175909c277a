// Builds the headers and the body of a request: user agent and contact, key, content type.
import type { Posted } from '@quarry/kit/outcome'
import type { Body } from './fetch-page.ts'
import { acceptEncoding } from './read-response-body.ts'
import type { SourceAccess } from './source-access.ts'

// Headers that the configuration must not set: they belong to the connection or to this folder.
const reserved =
  /^(?:host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-length|content-type|expect|accept-encoding|proxy-.*)$/

export function buildHeaders(
  access: SourceAccess,
  userAgent: string,
  body: Body | null,
  authorization: string | null = null,
): Record<string, string> {
  const extra = Object.entries(access.headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !reserved.test(name))
  const { credentials, contact } = access
  const about = [contact ?? '+self-hosted', ...(access.robots ? ['robots honoured'] : [])].join('; ')
  return {
    'user-agent': `${userAgent} (${about})`,
    accept: 'text/html, application/xhtml+xml, application/json;q=0.9, application/xml;q=0.9, */*;q=0.5',
    ...Object.fromEntries(extra),
    ...(credentials && 'header' in credentials
      ? { [credentials.header.toLowerCase()]: credentials.value }
      : {}),
    ...(credentials && 'basic' in credentials
      ? { authorization: `Basic ${Buffer.from(`${credentials.value}:`).toString('base64')}` }
      : {}),
    ...(authorization === null ? {} : { authorization }),
    'accept-encoding': acceptEncoding,
    ...(body === null ? {} : { 'content-type': body.type }),
  }
}

export const formBody = (form: Readonly<Record<string, string>>): Body => ({
  text: new URLSearchParams(form).toString(),
  type: 'application/x-www-form-urlencoded',
})

export function toBody({ json, form }: Posted): Body | null {
  if (form !== undefined) return formBody(form)
  return json === undefined ? null : { text: JSON.stringify(json), type: 'application/json' }
}
