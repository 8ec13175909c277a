// Measures the latency of one tenant while something else runs, from its own thread, so that the attacking client does
// not delay the measuring one.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type Latency = { p99Ms: number; count: number }

const pauseMs = 5

/** Plain JavaScript, because the thread runs without a compiler. One call after the other on one connection. */
const measure = `
const { parentPort, workerData: { url, secret, pauseMs } } = require('node:worker_threads')
const http = require('node:http')
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
const call = () =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { 'x-api-key': secret } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
    request.once('error', reject)
  })
let isOver = false
parentPort.once('message', () => (isOver = true))
void (async () => {
  const times = []
  while (!isOver || times.length === 0) {
    const startedAt = performance.now()
    const status = await call()
    if (status !== 200) throw new Error('the other tenant got ' + status)
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  agent.destroy()
  parentPort.postMessage(times)
})()`

export async function measureLatency(
  url: string,
  secret: string,
  meanwhile: () => Promise<unknown>,
): Promise<Latency> {
  const worker = new Worker(measure, { eval: true, workerData: { url, secret, pauseMs } })
  const measured = once(worker, 'message') as Promise<[number[]]>
  await Promise.all([measured, meanwhile().finally(() => worker.postMessage('end'))])
  const times = (await measured)[0].sort((a, b) => a - b)
  return { p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN, count: times.length }
}
