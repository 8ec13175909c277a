// metascraper with its default rules, and Readability over a light DOM, as readers of saved pages.
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import createMetascraper from 'metascraper'
import author from 'metascraper-author'
import date from 'metascraper-date'
import description from 'metascraper-description'
import image from 'metascraper-image'
import lang from 'metascraper-lang'
import logo from 'metascraper-logo'
import publisher from 'metascraper-publisher'
import title from 'metascraper-title'
import url from 'metascraper-url'

const scrape = createMetascraper(
  [author, date, description, image, lang, logo, publisher, title, url].map((rules) => rules()),
)

export async function readWithMetascraper(page) {
  const { lang: language = null, ...fields } = await scrape({ url: page.url, html: page.html })
  return { ...fields, name: fields.title, language }
}

export function readTextWithReadability({ html }) {
  const { document } = parseHTML(html)
  // It rejects a page without a body.
  if (!document?.documentElement) return ''
  return new Readability(document).parse()?.textContent ?? ''
}
