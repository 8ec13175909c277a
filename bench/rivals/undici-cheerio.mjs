// The usual scraper: fetch the page, load it into cheerio, select the script with the state.
import { load } from 'cheerio'
import { Agent, fetch } from 'undici'
import { recordOf, serveRounds } from './rounds.mjs'

const dispatcher = new Agent({ connections: 64 })

serveRounds(async (address) => {
  const response = await fetch(address, { dispatcher })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const $ = load(await response.text())
  const { props } = JSON.parse($('#__NEXT_DATA__').text())
  return recordOf(props.pageProps.context)
})
