// The current and the classic layout of the sandbox search engine, with boxes and advertisements between the results,
// and the JSON of a metasearch.
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { renderSnippet } from '../../sandbox/search-engine.ts'
import type { WebDocument } from './web.ts'

export type Answer = {
  query: string
  skip: number
  limit: number
  /** Of all documents that match. */
  total: number
  documents: readonly WebDocument[]
}

/** `host › path › parts`, the way engines show an address. */
export function splitCrumbs(url: string): { host: string; path: string } {
  const { origin, pathname } = new URL(url)
  const parts = pathname.split('/').filter((part) => part !== '')
  return {
    host: origin,
    path: parts.map((part) => ` › ${part.length > 24 ? `${part.slice(0, 22)}...` : part}`).join(''),
  }
}

export const formatAge = (minutesAgo: number): string => {
  const days = Math.floor(minutesAgo / 1440)
  if (days > 0) return `${days} day${days === 1 ? '' : 's'} ago`
  const hours = Math.floor(minutesAgo / 60)
  return hours > 0 ? `${hours} hour${hours === 1 ? '' : 's'} ago` : `${minutesAgo} min ago`
}

/** Links to the other pages of an answer. */
export function listPageLinks({ query, skip, limit, total }: Answer): { label: string; start: number }[] {
  const last = Math.min(Math.ceil(total / limit), 10)
  return Array.from({ length: last }, (_, page) => ({ label: String(page + 1), start: page * limit })).filter(
    ({ start }) => start !== skip && query !== '',
  )
}

export function renderCurrentPage(answer: Answer): string {
  const { query, documents, total } = answer
  const blocks = documents.map(
    (document) => `<div class="MjjYud">${renderCurrentResult(document, query)}</div>`,
  )
  if (blocks.length > 4) blocks.splice(4, 0, renderQuestions(answer))
  const nav = listPageLinks(answer)
    .map(
      ({ label, start }) =>
        `<td><a aria-label="Page ${label}" class="fl" href="/search?q=${encodeURIComponent(query)}&amp;start=${start}">${label}</a></td>`,
    )
    .join('')
  const results =
    documents.length > 0
      ? `<div id="tads" aria-label="Ads"><div data-text-ad="1" class="uEierd"><a href="https://shop.example/?ad=1"><h3>Everything about ${escapeHtml(query)}</h3></a><div class="VwiC3b">Order today.</div></div></div>
<div id="res" class="eqAnXb"><div id="topstuff"></div><div id="search"><div><div id="rso" class="dURPMd">${blocks.join('\n')}</div></div></div></div>`
      : `<div id="res" class="eqAnXb">${renderNothingFound(query)}<div id="search"></div></div>`
  return page(
    answer,
    `<div id="result-stats">About ${total.toLocaleString('en')} results<nobr> (0.21 seconds)</nobr></div><div id="rcnt"><div id="center_col">${results}</div></div><div role="navigation" id="foot"><table><tr>${nav}</tr></table></div>`,
    160,
  )
}

const renderNothingFound = (query: string) =>
  `<div id="topstuff"><div class="mnr-c"><div class="med card-section"><p role="heading" aria-level="3">Your search - <em>${escapeHtml(query)}</em> - did not match any documents.</p><p>Suggestions:</p><ul><li>Make sure that all words are spelled correctly.</li></ul></div></div></div>`

function renderCurrentResult(document: WebDocument, query: string): string {
  const { host, path } = splitCrumbs(document.url)
  const cite = `<cite class="qLRx3b tjvcx GvPZzd cHaqb" role="text">${host}<span class="ylgVCe ob9lvb" role="text">${escapeHtml(path)}</span></cite>`
  const age =
    document.minutesAgo === null
      ? ''
      : `<span class="LEwnzc Sqrs4e"><span>${formatAge(document.minutesAgo)}</span> — </span>`
  const snippet =
    document.text === ''
      ? ''
      : `<div class="kb0PBd A9Y9g"><div class="VwiC3b yXK7lf p4wth r025kc" style="-webkit-line-clamp:2">${age}<span>${renderSnippet(document.text, query, 'em')}</span></div></div>`
  return `<div class="wHYlTd Ww4FFb vt6azd tF2Cxc asEBEc" lang="en" data-hveid="CB4QAA"><div class="N54PNb BToiNc"><div class="kb0PBd A9Y9g jGGQ5e"><div class="yuRUbf"><div><span><a jsname="UWckNb" href="${escapeHtml(document.url)}" ping="/url?sa=t&amp;url=${encodeURIComponent(document.url)}"><br><h3 class="LC20lb MBeuO DKV0Md">${escapeHtml(document.title)}</h3><div class="notranslate HGLrXd"><span class="VuuXrf">${escapeHtml(document.site)}</span><div class="byrV5b">${cite}</div></div></a></span><div class="B6fmyf byrV5b Mg1HEd"><div class="byrV5b">${cite}<a class="fl" href="/search?q=related:${encodeURIComponent(document.url)}">Similar</a></div></div></div></div></div>${snippet}</div></div>`
}

/** Answers to other questions look like results but are not. */
function renderQuestions({ query, documents }: Answer): string {
  const source = documents[1] ?? documents[0]
  if (!source) return ''
  const { host } = splitCrumbs(source.url)
  return `<div class="MjjYud"><div class="cUnQKe"><div class="related-question-pair" data-q="What is ${escapeHtml(query)}?"><div><span class="hgKElc">In short, <b>${escapeHtml(query)}</b> is what it says.</span></div><div class="tF2Cxc"><div class="yuRUbf"><div><span><a href="${escapeHtml(source.url)}#:~:text=short"><h3 class="LC20lb MBeuO DKV0Md">What it is</h3><cite>${host}</cite></a></span></div></div><div class="IsZvec"></div></div></div></div></div>`
}

export function renderClassicPage(answer: Answer): string {
  const { query, documents } = answer
  const results = documents.map((document, index) => {
    const { host, path } = splitCrumbs(document.url)
    // The classic layout counts clicks in every other link.
    const href =
      index % 2 === 0
        ? `/url?q=${encodeURIComponent(document.url)}&amp;sa=U&amp;ved=0ahUKE${index}&amp;usg=AOvVaw`
        : escapeHtml(document.url)
    const age =
      document.minutesAgo === null ? '' : `<span class="f">${formatAge(document.minutesAgo)} - </span>`
    const sitelinks =
      index === 0
        ? `<div class="osl"><a href="/url?q=${encodeURIComponent(document.url)}">About</a></div>`
        : ''
    return `<div class="g"><div class="rc"><div class="r"><a href="${href}"><h3 class="LC20lb">${escapeHtml(document.title)}</h3><br><div class="TbwUpd"><cite class="iUh30">${escapeHtml(host.replace('https://', '') + path)}</cite></div></a><span><a class="fl" href="/search?q=related:x">Similar</a></span></div><div class="s"><div>${document.text === '' ? '' : `<span class="st">${age}${renderSnippet(document.text, query, 'b')}</span>`}${sitelinks}</div></div></div></div>`
  })
  const images = `<div class="g" id="imagebox_bigimages"><div class="_Icb _kk _wI"><h3><a href="/search?q=${encodeURIComponent(query)}&amp;tbm=isch">Images for ${escapeHtml(query)}</a></h3></div></div>`
  const shopping = `<div class="commercial-unit-desktop-top"><div class="pla-unit"><a href="https://shop.example/?pla=2"><h3>${escapeHtml(query)}, new</h3></a><span>19.90</span></div></div>`
  const body =
    results.length > 0
      ? `${shopping}<div class="med" id="res"><div id="topstuff"></div><div id="search"><div id="ires"><div id="rso"><div class="srg">${results.join('\n')}</div>${images}</div></div></div></div>`
      : `<div class="med" id="res">${renderNothingFound(query)}<div id="search"></div></div>`
  return page(answer, `<div id="cnt">${body}</div>`, 90)
}

const page = ({ query }: Answer, body: string, weightKb: number): string =>
  renderPage({
    title: `${query} - Search`,
    body: `<form action="/search"><textarea name="q">${escapeHtml(query)}</textarea></form>${body}`,
    weightKb,
    seed: 'websearch',
  })

/** What an open metasearch answers: no emphasis, no displayed address. */
export const buildMetasearchAnswer = ({ query, total, documents }: Answer): string =>
  JSON.stringify({
    query,
    number_of_results: total,
    results: documents.map((document, index) => ({
      url: document.url,
      title: document.title,
      content: document.text,
      engine: index % 2 === 0 ? 'first' : 'second',
      engines: ['first', 'second'],
      positions: [index + 1],
      score: 1 / (index + 1),
      category: 'general',
      publishedDate: null,
    })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  })
