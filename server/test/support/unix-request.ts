// A plain HTTP client for a Unix socket that shows the raw exchange: nothing is retried, decoded or followed.
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer; complete: boolean }

export type UnixRequestOptions = {
  path: string
  host?: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request; resolves with the head of the response, rejects if the connection ends before. */
export function openRequest(
  socketPath: string,
  { path, host = 'www.x.example', method = 'GET', headers = {}, body }: UnixRequestOptions,
): { sent: ClientRequest; responded: Promise<IncomingMessage> } {
  const sent = request({ socketPath, path, method, headers: { host, ...headers } })
  const responded = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.on('error', reject)
  })
  sent.end(body)
  return { sent, responded }
}

/** The complete response as bytes, or as much of it as arrived. */
export async function rawRequest(socketPath: string, options: UnixRequestOptions): Promise<RawResponse> {
  const { responded } = openRequest(socketPath, options)
  const response = await responded
  const parts: Buffer[] = []
  response.on('data', (part: Buffer) => parts.push(part))
  response.on('error', () => {})
  await new Promise((resolve) => response.once('close', resolve))
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(parts),
    complete: response.complete,
  }
}
