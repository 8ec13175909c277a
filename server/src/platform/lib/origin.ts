// Checks web origins as browsers send them in the Origin header.
import { isUrl } from '@quarry/kit/is-url'

/** Whether a browser would send exactly this text: scheme, normalized host, and a port unless it is the default. */
export function isOrigin(text: string): boolean {
  if (!isUrl(text)) return false
  const { protocol, hostname, origin } = new URL(text)
  // `*` parses as a host name, but browsers never send it.
  const isHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname)
  return (protocol === 'https:' || protocol === 'http:') && isHost && origin === text
}
