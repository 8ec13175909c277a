// Origins of pages, as browsers name them.
import { isUrl } from '@quarry/kit/is-url'

/** Whether a browser would send exactly this: scheme, host in its plain form, and a port unless it is the usual one. */
export function isOrigin(text: string): boolean {
  if (!isUrl(text)) return false
  const { protocol, hostname, origin } = new URL(text)
  // `*` would parse as a host name, but is never meant as one.
  const isHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname)
  return (protocol === 'https:' || protocol === 'http:') && isHost && origin === text
}
