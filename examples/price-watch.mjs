// Watches prices: `node price-watch.mjs prices.json 3560070123457 …` looks every article up, says which price has
// changed since the last time, and keeps what it saw in the file. For a crontab; the budget bounds what a run may cost.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { BudgetExceeded, NotFound, Quarry, UpstreamError } from '@quarry/sdk'

const [file, ...articles] = process.argv.slice(2)
if (!file || articles.length === 0) throw new Error('use: node price-watch.mjs prices.json <ean>…')
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const now = { ...before }

const budget = Number(process.env.BUDGET ?? 100)
const quarry = new Quarry({ key: process.env.QUARRY_KEY, baseUrl: process.env.QUARRY_URL }).withBudget(budget)

for (const query of articles) {
  try {
    const { data } = await quarry.retailerA.product({ query })
    const price = data.offer?.price?.price ?? null
    now[query] = price
    if (query in before && before[query] !== price) console.log(`${query} ${before[query]} -> ${price}`)
    else if (!(query in before)) console.log(`${query} ${price}`)
  } catch (error) {
    if (error instanceof BudgetExceeded) {
      console.error(`stopped: ${error.message}`)
      break
    }
    if (!(error instanceof NotFound || error instanceof UpstreamError)) throw error
    console.error(`${query}: ${error.reason}`)
  }
}
writeFileSync(`${file}.new`, `${JSON.stringify(now, null, 2)}\n`)
renameSync(`${file}.new`, file)
console.error(`${quarry.budget?.spent} credits`)
