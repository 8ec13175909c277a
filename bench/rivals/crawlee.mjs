// Crawlee's CheerioCrawler with an in-memory queue and fixed concurrency. Measured from its first record on, without
// its start-up time.
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'
import { nextAddress, recordOf } from './rounds.mjs'

log.setLevel(log.LEVELS.ERROR)
const [site] = process.argv.slice(2)
const perSecond = 400

process.on('message', async ({ seconds, connections }) => {
  let records = 0
  let endsAt = Number.POSITIVE_INFINITY
  let startedCpu = process.cpuUsage()
  const crawler = new CheerioCrawler(
    {
      minConcurrency: connections,
      maxConcurrency: connections,
      async requestHandler({ $ }) {
        const { props } = JSON.parse($('#__NEXT_DATA__').text())
        if (!recordOf(props.pageProps.context).name) throw new Error('a record without a name')
        if (endsAt === Number.POSITIVE_INFINITY) {
          endsAt = performance.now() + seconds * 1000
          startedCpu = process.cpuUsage()
        } else if (performance.now() < endsAt) records += 1
        else void crawler.autoscaledPool?.abort()
      },
    },
    new Configuration({ persistStorage: false, availableMemoryRatio: 0.9 }),
  )
  await crawler.run(Array.from({ length: seconds * perSecond }, () => nextAddress(site)))
  const { user, system } = process.cpuUsage(startedCpu)
  process.send({ records, cpuMs: (user + system) / 1000 })
})
process.send('ready')
