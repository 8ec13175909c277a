// A proxy that lets every request through and drops some of the responses after the server has sent all of them.
import { createServer, request as sendRequest } from 'node:http'

export type DroppingProxy = { url: string; dropped: () => number; close: () => Promise<void> }

/** `isDropped` is called for each response, counted from 1. */
export async function startDroppingProxy(
  target: string,
  isDropped: (count: number) => boolean,
): Promise<DroppingProxy> {
  let responses = 0
  let dropped = 0
  const server = createServer((request, response) => {
    const { method, headers, url } = request
    const onward = sendRequest(new URL(url ?? '/', target), { method, headers, agent: false }, (upstream) => {
      const chunks: Buffer[] = []
      upstream.on('data', (chunk: Buffer) => chunks.push(chunk))
      upstream.on('end', () => {
        responses += 1
        const body = Buffer.concat(chunks)
        if (!isDropped(responses)) {
          response.writeHead(upstream.statusCode ?? 500, upstream.headers).end(body)
          return
        }
        dropped += 1
        // Sometimes nothing comes, sometimes the head and a part of the body.
        if (dropped % 2 === 0)
          response.writeHead(upstream.statusCode ?? 500, upstream.headers).write(body.subarray(0, 10))
        setImmediate(() => response.socket?.destroy())
      })
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    dropped: () => dropped,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
