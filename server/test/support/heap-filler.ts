// Fills a heap with what lives for a while and dies, and prints how large it got, in bytes: `heap-filler.ts true` with
// a thrifty heap.
import { startHeapThrift } from '../../src/lib/heap-thrift.ts'

if (process.argv[2] === 'true') startHeapThrift()
const places = 400_000
const rounds = 2_500_000
const kept = new Array<object>(places)
let most = 0
for (let n = 0; n < rounds; n++) {
  kept[(n * 7919) % places] = { n, pair: [n, n + 1], name: `a${n}` }
  if (n % 50_000 === 0 && n > rounds / 2) most = Math.max(most, process.memoryUsage().heapUsed)
}
process.stdout.write(String(most))
