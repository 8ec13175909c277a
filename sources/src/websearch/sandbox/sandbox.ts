// The sandbox search engine: one address for searches, answered in one of five layouts: its own, those of two other
// engines, and the JSON of a metasearch.

import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { createOperatorSearch, createSearchEngine, renderSnippet } from '../../sandbox/search-engine.ts'
import { respondJson } from '../../sandbox/site.ts'
import { listDocuments, type WebDocument } from './web.ts'

const findDocuments = createOperatorSearch(listDocuments, (build) => build())

const layouts: Readonly<Record<number, (found: WebResults) => string>> = {
  3: renderClassicPage,
  5: renderSecondEngine,
  7: renderThirdEngine,
}

export const sandbox = createSearchEngine('websearch', ({ query, skip, limit, kind }) => {
  const all = findDocuments(query)
  const documents = all.slice(skip, skip + limit).map((build) => build())
  const found = { query, total: all.length, documents }
  return kind === 9
    ? respondJson(buildMetasearchResponse(found))
    : (layouts[kind] ?? renderCurrentPage)(found)
})

const own = 'https://www.websearch.example'

/** `total` counts all documents that match. */
type WebResults = { query: string; total: number; documents: readonly WebDocument[] }

/** `host › path › parts`, the way engines show an address. */
function splitCrumbs(url: string): { host: string; path: string } {
  const { origin: host, pathname } = new URL(url)
  const parts = pathname.split('/').filter((part) => part !== '')
  const path = parts.map((part) => ` › ${part.length > 24 ? `${part.slice(0, 22)}...` : part}`).join('')
  return { host, path }
}

/** Empty for a page that shows no age. */
function formatAge(minutesAgo: number | null): string {
  if (minutesAgo === null) return ''
  const days = Math.floor(minutesAgo / 1440)
  if (days > 0) return `${days} day${days === 1 ? '' : 's'} ago`
  const hours = Math.floor(minutesAgo / 60)
  return hours > 0 ? `${hours} hour${hours === 1 ? '' : 's'} ago` : `${minutesAgo} min ago`
}

function renderCurrentPage(found: WebResults): string {
  const { query, documents, total } = found
  const blocks = documents.map((document) => renderCurrentResult(document, query))
  if (blocks.length > 4) blocks.splice(4, 0, renderQuestions(found))
  const nav = `<td><a aria-label="Page 2" class="fl" href="/search?q=${encodeURIComponent(query)}&amp;start=10">2</a></td>`
  const results =
    documents.length > 0
      ? `<div id="tads" aria-label="Ads"><div data-text-ad="1" class="uEierd"><a href="https://shop.example/?ad=1"><h3>Everything about ${escapeHtml(query)}</h3></a><div class="VwiC3b">Order today.</div></div></div>
<div id="res" class="eqAnXb"><div id="topstuff"></div><div id="search"><div><div id="rso" class="dURPMd">${blocks.join('\n')}</div></div></div></div>`
      : `<div id="res" class="eqAnXb">${renderNothingFound(query)}<div id="search"></div></div>`
  const body = `<div id="result-stats">About ${total.toLocaleString('en')} results<nobr> (0.21 seconds)</nobr></div><div id="rcnt"><div id="center_col">${results}</div></div><div role="navigation" id="foot"><table><tr>${nav}</tr></table></div>`
  return page(found, body, 160)
}

const renderNothingFound = (query: string) =>
  `<div id="topstuff"><div class="mnr-c"><div class="med card-section"><p role="heading" aria-level="3">Your search - <em>${escapeHtml(query)}</em> - did not match any documents.</p><p>Suggestions:</p><ul><li>Make sure that all words are spelled correctly.</li></ul></div></div></div>`

function renderCurrentResult(document: WebDocument, query: string): string {
  const { url, title, text, site, minutesAgo } = document
  const { host, path } = splitCrumbs(url)
  const cite = `<cite class="qLRx3b tjvcx GvPZzd cHaqb" role="text">${host}<span class="ylgVCe ob9lvb" role="text">${escapeHtml(path)}</span></cite>`
  const age = formatAge(minutesAgo)
  const date = age && `<span class="LEwnzc Sqrs4e"><span>${age}</span> — </span>`
  const snippet =
    text &&
    `<div class="kb0PBd A9Y9g"><div class="VwiC3b yXK7lf p4wth r025kc" style="-webkit-line-clamp:2">${date}<span>${renderSnippet(text, query, 'em')}</span></div></div>`
  return `<div class="MjjYud"><div class="wHYlTd Ww4FFb vt6azd tF2Cxc asEBEc" lang="en" data-hveid="CB4QAA"><div class="N54PNb BToiNc"><div class="kb0PBd A9Y9g jGGQ5e"><div class="yuRUbf"><div><span><a jsname="UWckNb" href="${escapeHtml(url)}" ping="/url?sa=t&amp;url=${encodeURIComponent(url)}"><br><h3 class="LC20lb MBeuO DKV0Md">${escapeHtml(title)}</h3><div class="notranslate HGLrXd"><span class="VuuXrf">${escapeHtml(site)}</span><div class="byrV5b">${cite}</div></div></a></span><div class="B6fmyf byrV5b Mg1HEd"><div class="byrV5b">${cite}<a class="fl" href="/search?q=related:${encodeURIComponent(url)}">Similar</a></div></div></div></div></div>${snippet}</div></div></div>`
}

/** Answers to other questions look like results but are not. */
function renderQuestions({ query, documents }: WebResults): string {
  const source = documents[1] ?? documents[0]
  if (!source) return ''
  const { host } = splitCrumbs(source.url)
  return `<div class="MjjYud"><div class="cUnQKe"><div class="related-question-pair" data-q="What is ${escapeHtml(query)}?"><div><span class="hgKElc">In short, <b>${escapeHtml(query)}</b> is what it says.</span></div><div class="tF2Cxc"><div class="yuRUbf"><div><span><a href="${escapeHtml(source.url)}#:~:text=short"><h3 class="LC20lb MBeuO DKV0Md">What it is</h3><cite>${host}</cite></a></span></div></div><div class="IsZvec"></div></div></div></div></div>`
}

function renderClassicPage(found: WebResults): string {
  const { query, documents } = found
  const results = documents.map(({ url, title, text, minutesAgo }, index) => {
    const { host, path } = splitCrumbs(url)
    const counted = `/url?q=${encodeURIComponent(url)}`
    // The classic layout counts clicks in every other link.
    const href =
      index % 2 === 0 ? `${counted}&amp;sa=U&amp;ved=0ahUKE${index}&amp;usg=AOvVaw` : escapeHtml(url)
    const age = formatAge(minutesAgo)
    const date = age && `<span class="f">${age} - </span>`
    const snippet = text && `<span class="st">${date}${renderSnippet(text, query, 'b')}</span>`
    const sitelinks = index === 0 ? `<div class="osl"><a href="${counted}">About</a></div>` : ''
    return `<div class="g"><div class="rc"><div class="r"><a href="${href}"><h3 class="LC20lb">${escapeHtml(title)}</h3><br><div class="TbwUpd"><cite class="iUh30">${escapeHtml(host.replace('https://', '') + path)}</cite></div></a><span><a class="fl" href="/search?q=related:x">Similar</a></span></div><div class="s"><div>${snippet}${sitelinks}</div></div></div></div>`
  })
  const images = `<div class="g" id="imagebox_bigimages"><div class="_Icb _kk _wI"><h3><a href="/search?q=${encodeURIComponent(query)}&amp;tbm=isch">Images for ${escapeHtml(query)}</a></h3></div></div>`
  const shopping = `<div class="commercial-unit-desktop-top"><div class="pla-unit"><a href="https://shop.example/?pla=2"><h3>${escapeHtml(query)}, new</h3></a><span>19.90</span></div></div>`
  const body =
    results.length > 0
      ? `${shopping}<div class="med" id="res"><div id="topstuff"></div><div id="search"><div id="ires"><div id="rso"><div class="srg">${results.join('\n')}</div>${images}</div></div></div></div>`
      : `<div class="med" id="res">${renderNothingFound(query)}<div id="search"></div></div>`
  return page(found, `<div id="cnt">${body}</div>`, 90)
}

const page = ({ query }: WebResults, body: string, weightKb: number): string =>
  renderPage({
    title: `${query} - Search`,
    body: `<form action="/search"><textarea name="q">${escapeHtml(query)}</textarea></form>${body}`,
    weightKb,
    seed: 'websearch',
  })

/** Like the third one, it counts all clicks. */
function renderSecondEngine({ query, documents }: WebResults): string {
  const counted = (url: string) =>
    `${own}/ck/a?!&amp;&amp;p=9f8e7d6c5b4a&amp;ptn=3&amp;ver=2&amp;hsh=4&amp;u=a1${Buffer.from(url).toString('base64url')}&amp;ntb=1`
  const results = documents.map(({ url, title, text, site, minutesAgo }) => {
    const { host, path } = splitCrumbs(url)
    const age = formatAge(minutesAgo)
    const date = age && `<span class="news_dt">${age}</span>&nbsp;· `
    const caption = text && `<p class="b_lineclamp3">${date}${renderSnippet(text, query, 'strong')}</p>`
    return `<li class="b_algo" data-id><div class="b_tpcn"><a class="tilk" href="${counted(url)}"><div class="tptt">${escapeHtml(site)}</div><div class="b_attribution"><cite>${escapeHtml(host + path)}</cite></div></a></div><h2><a href="${counted(url)}" h="ID=SERP">${escapeHtml(title)}</a></h2><div class="b_caption">${caption}</div></li>`
  })
  const ad = `<li class="b_ad b_adTop"><ul><li><h2><a href="${counted('https://shop.example/?ad=3')}">${escapeHtml(query)} on sale</a></h2><div class="b_caption"><p>Order today.</p></div></li></ul></li>`
  const pages = `<li><a class="b_widePag sb_bp" href="/search?q=${encodeURIComponent(query)}&amp;first=11">2</a></li>`
  const content =
    results.length > 0
      ? `${ad}${results.join('\n')}<li class="b_ans"><h2><a href="/images/search?q=${encodeURIComponent(query)}">Images of ${escapeHtml(query)}</a></h2></li><li class="b_pag"><nav><ul class="sb_pagF">${pages}</ul></nav></li>`
      : `<li class="b_no"><h1>There are no results for <strong>${escapeHtml(query)}</strong></h1><ul><li>Check your spelling or try different keywords</li></ul></li>`
  return renderPage({
    title: `${query} - Search`,
    body: `<div id="b_content"><ol id="b_results">${content}</ol></div>`,
    weightKb: 110,
    seed: 'websearch second',
  })
}

function renderThirdEngine({ query, documents }: WebResults): string {
  const counted = (url: string) =>
    `//www.websearch.example/l/?uddg=${encodeURIComponent(url)}&amp;rut=5d41402abc4b2a76`
  const results = documents.map(({ url, title, text }) => {
    const link = `href="${counted(url)}"`
    const snippet = text && `<a class="result__snippet" ${link}>${renderSnippet(text, query, 'b')}</a>`
    return `<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" ${link}>${escapeHtml(title)}</a></h2><div class="result__extras"><div class="result__extras__url"><a class="result__url" ${link}> ${escapeHtml(url.replace('https://', ''))} </a></div></div>${snippet}<div class="clear"></div></div></div>`
  })
  const ad = `<div class="result results_links result--ad"><h2 class="result__title"><a class="result__a" href="${own}/y.js?ad_domain=shop.example">${escapeHtml(query)} on sale</a></h2><a class="result__snippet">Order today.</a></div>`
  return renderPage({
    title: `${query} at the third engine`,
    body: `<div class="serp__results"><div id="links" class="results">${results.length > 0 ? ad + results.join('\n') : '<div class="result results_links result--no-result"><div class="no-results">No results.</div></div>'}</div></div>`,
    weightKb: 60,
    seed: 'websearch third',
  })
}

/** The JSON of an open metasearch: no emphasis, no displayed address. */
const buildMetasearchResponse = ({ query, total, documents }: WebResults) => ({
  query,
  number_of_results: total,
  results: documents.map(({ url, title, text }) => ({ url, title, content: text, engine: 'first' })),
})
