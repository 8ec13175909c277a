// A proxy that lets every request through and loses some of the answers, after the server has sent them whole.
import { request as ask, createServer } from 'node:http'

export type DroppingProxy = { url: string; dropped: () => number; close: () => Promise<void> }

/** `isDropped` is called for each answer, counted from 1; answers of public and free routes are passed on. */
export async function startDroppingProxy(
  target: string,
  isDropped: (count: number) => boolean,
): Promise<DroppingProxy> {
  let answers = 0
  let dropped = 0
  const server = createServer((request, response) => {
    const { method, headers, url } = request
    const onward = ask(new URL(url ?? '/', target), { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        answers += 1
        const body = Buffer.concat(chunks)
        if (!isDropped(answers)) {
          response.writeHead(answer.statusCode ?? 500, answer.headers).end(body)
          return
        }
        dropped += 1
        // Sometimes nothing comes, sometimes the head and a part of the body.
        if (dropped % 2 === 0)
          response.writeHead(answer.statusCode ?? 500, answer.headers).write(body.subarray(0, 10))
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
