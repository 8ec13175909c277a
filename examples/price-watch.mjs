// Prints the prices that changed since the last run: `node price-watch.mjs prices.json 3210100000009 …`.
// Keeps the prices in the file, so you can run it from a crontab. BUDGET limits the credits of one run.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { BudgetExceeded, InvalidParameter, NotFound, Quarry, UpstreamError } from '@quarry/sdk'

const { QUARRY_KEY: key, QUARRY_URL: baseUrl, BUDGET = '100' } = process.env

async function main([file, ...articles]) {
  if (!file || articles.length === 0) throw new Error('usage: node price-watch.mjs prices.json <ean>…')
  if (!key) throw new Error('set QUARRY_KEY to your API key')
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const now = { ...before }
  const quarry = new Quarry({ key, baseUrl }).withBudget(Number(BUDGET))

  for (const query of articles) {
    try {
      const { data } = await quarry.retailerA.product({ query })
      const price = data.offer?.price?.price ?? null
      now[query] = price
      if (!(query in before)) console.log(`${query} ${price}`)
      else if (before[query] !== price) console.log(`${query} ${before[query]} -> ${price}`)
    } catch (error) {
      if (error instanceof BudgetExceeded) {
        console.error(`stopped: ${error.message}`)
        break
      }
      if (error instanceof InvalidParameter) process.exitCode = 1
      else if (!(error instanceof NotFound || error instanceof UpstreamError)) throw error
      console.error(`${query}: ${error.message}`)
    }
  }
  // Written in one step, so that a crash never leaves half a file.
  writeFileSync(`${file}.new`, `${JSON.stringify(now, null, 2)}\n`)
  renameSync(`${file}.new`, file)
  console.error(`credits spent: ${quarry.budget?.spent}`)
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`price-watch: ${error.message}`)
  process.exitCode = 1
})
