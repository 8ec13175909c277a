// Checks an address from a source or a redirect and returns the one to fetch, rebuilt from its parsed parts. Resolving
// and checking its name is up to guarded-connect.ts.
import { isIP } from 'node:net'
import { Failure } from '@quarry/kit/errors'
import { fitsHost } from '@quarry/kit/host-pattern'
import { isUrl } from '@quarry/kit/is-url'
import { isGlobalAddress } from './address.ts'

type Allowed = { hosts: readonly string[]; allowPrivate: boolean }

const refuseAddress = (why: string) => new Failure('upstream_failed', `address refused: ${why}`)

/** `from` is the page that redirected: the address may be relative to it, and must not change the port. */
export function readDestination(text: string, allowed: Allowed, urlChars: number, from?: URL): URL {
  if (text.length > urlChars) throw refuseAddress('too long')
  // The parser reads `\` as `/` and drops tabs and line ends, so two parsers could see two hosts.
  if (/[\u0000-\u001f\u007f\\]/.test(text)) throw refuseAddress('control character or backslash')
  if (!isUrl(text, from?.href)) throw refuseAddress('not a URL')
  const url = new URL(text, from?.href)
  const plain = url.protocol === 'http:' && allowed.allowPrivate
  if (url.protocol !== 'https:' && !plain) throw refuseAddress(`scheme ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw refuseAddress('user name or password')
  if (!allowed.hosts.some((host) => fitsHost(host, url.hostname)))
    throw refuseAddress(`${url.hostname} is not a host of the source`)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowed.allowPrivate && isIP(literal) !== 0 && !isGlobalAddress(literal)) throw refuseAddress(literal)
  // Decision: a private site of the operator may use any port; its redirects stay on that port or the default one.
  if (url.port !== '' && !(allowed.allowPrivate && (from === undefined || from.port === url.port)))
    throw refuseAddress(`port ${url.port}`)
  const rebuilt = new URL(`${url.protocol}//${url.host}`)
  rebuilt.pathname = url.pathname
  rebuilt.search = url.search
  return rebuilt
}
