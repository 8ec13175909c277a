// Two further engines' layouts, whose links all go through a click counter.
import { escapeHtml, renderPage } from '../../sandbox/chrome.ts'
import { renderSnippet } from '../../sandbox/search-engine.ts'
import { type Answer, formatAge, listPageLinks, splitCrumbs } from './pages.ts'

const own = 'https://www.websearch.example'

export function renderSecondEngine(answer: Answer): string {
  const { query, documents } = answer
  const counted = (url: string) =>
    `${own}/ck/a?!&amp;&amp;p=9f8e7d6c5b4a&amp;ptn=3&amp;ver=2&amp;hsh=4&amp;u=a1${Buffer.from(url).toString('base64url')}&amp;ntb=1`
  const results = documents.map((document) => {
    const { host, path } = splitCrumbs(document.url)
    const age =
      document.minutesAgo === null
        ? ''
        : `<span class="news_dt">${formatAge(document.minutesAgo)}</span>&nbsp;· `
    const caption =
      document.text === ''
        ? ''
        : `<p class="b_lineclamp3">${age}${renderSnippet(document.text, query, 'strong')}</p>`
    return `<li class="b_algo" data-id><div class="b_tpcn"><a class="tilk" href="${counted(document.url)}"><div class="tptt">${escapeHtml(document.site)}</div><div class="b_attribution"><cite>${escapeHtml(host + path)}</cite></div></a></div><h2><a href="${counted(document.url)}" h="ID=SERP">${escapeHtml(document.title)}</a></h2><div class="b_caption">${caption}</div></li>`
  })
  const ad = `<li class="b_ad b_adTop"><ul><li><h2><a href="${counted('https://shop.example/?ad=3')}">${escapeHtml(query)} on sale</a></h2><div class="b_caption"><p>Order today.</p></div></li></ul></li>`
  const pages = listPageLinks(answer)
    .map(
      ({ label, start }) =>
        `<li><a class="b_widePag sb_bp" href="/search?q=${encodeURIComponent(query)}&amp;first=${start + 1}">${label}</a></li>`,
    )
    .join('')
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

export function renderThirdEngine({ query, documents }: Answer): string {
  const counted = (url: string) =>
    `//www.websearch.example/l/?uddg=${encodeURIComponent(url)}&amp;rut=5d41402abc4b2a76`
  const results = documents.map((document) => {
    const shown = document.url.replace('https://', '')
    const snippet =
      document.text === ''
        ? ''
        : `<a class="result__snippet" href="${counted(document.url)}">${renderSnippet(document.text, query, 'b')}</a>`
    return `<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="${counted(document.url)}">${escapeHtml(document.title)}</a></h2><div class="result__extras"><div class="result__extras__url"><a class="result__url" href="${counted(document.url)}"> ${escapeHtml(shown)} </a></div></div>${snippet}<div class="clear"></div></div></div>`
  })
  const ad = `<div class="result results_links result--ad"><h2 class="result__title"><a class="result__a" href="${own}/y.js?ad_domain=shop.example">${escapeHtml(query)} on sale</a></h2><a class="result__snippet">Order today.</a></div>`
  return renderPage({
    title: `${query} at the third engine`,
    body: `<div class="serp__results"><div id="links" class="results">${results.length > 0 ? ad + results.join('\n') : '<div class="result results_links result--no-result"><div class="no-results">No results.</div></div>'}</div></div>`,
    weightKb: 60,
    seed: 'websearch third',
  })
}
