// Sends what a form says and shows what came back: status, time, size, cost, headers and body.
import { showCode } from './highlight.js'
import { addressOf, requestOf } from './request.js'

/** Enough to read; a batch can answer with megabytes, which no page can show. */
const maxShown = 300_000
const streamMs = 5_000

/** @param {HTMLFormElement} form */
export async function send(form) {
  const article = form.closest('article')
  const request = requestOf(form)
  const problem = article.querySelector('.problem')
  problem.textContent = request.missing
    ? `${request.missing.name} is part of the path: it cannot be left out.`
    : ''
  if (request.missing) {
    request.missing.focus()
    return
  }
  const button = article.querySelector('.send')
  if (button.getAttribute('aria-busy') === 'true') return
  button.setAttribute('aria-busy', 'true')
  const card = article.querySelector('.live')
  try {
    show(card, await answerTo(request))
  } catch (error) {
    show(card, {
      line: `No answer: ${error instanceof Error ? error.message : error}`,
      status: 0,
      headers: [],
      text: '',
    })
  } finally {
    button.removeAttribute('aria-busy')
  }
}

async function answerTo(request) {
  const { method, headers, body, auth } = request
  const key = document.querySelector('#key').value.trim()
  const sent = new Headers(headers)
  if (auth && key !== '') sent.set(auth.header, auth.prefix + key)
  const startedAt = performance.now()
  const response = await fetch(addressOf(request), {
    method,
    headers: sent,
    body,
    cache: 'no-store',
    redirect: 'manual',
  })
  const text = await textOf(response)
  const ms = Math.round(performance.now() - startedAt)
  const used = response.headers.get('x-credits-used')
  const left = response.headers.get('x-credits-remaining')
  const line = [
    `${response.status} ${response.statusText}`.trim(),
    `${ms} ms`,
    sizeOf(new Blob([text]).size),
    costOf(used, left),
    ...(response.status === 401 && key === '' ? ['type your key beside the search field first'] : []),
  ].join(' · ')
  return { line, status: response.status, headers: [...response.headers], text: pretty(text) }
}

/** A stream has no end: what comes in the first seconds is shown. */
async function textOf(response) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const timer = setTimeout(() => reader.cancel(), streamMs)
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    text += value
  }
  clearTimeout(timer)
  return text
}

const costOf = (used, left) =>
  used === null
    ? 'no credits used'
    : `${used} credit${used === '1' ? '' : 's'} used${left === null ? '' : `, ${left} left`}`

const sizeOf = (bytes) => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`)

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function show(card, { line, status, headers, text }) {
  const head = make('div', { className: 'card-head' }, [make('h4', { textContent: 'Answer' })])
  const state = make('p', { className: `answer-line ${status >= 200 && status < 400 ? 'ok' : 'bad'}` })
  state.setAttribute('role', 'status')
  card.replaceChildren(head, state)
  card.hidden = false
  // Into an element that is there already: only then it is read out.
  state.textContent = line
  if (headers.length > 0) card.append(headersOf(headers))
  if (text === '') return
  const copy = make('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  copy.setAttribute('aria-label', 'Copy the answer')
  head.append(copy)
  const code = make('code', {})
  const block = make('pre', { tabIndex: 0 }, [code])
  block.setAttribute('role', 'group')
  block.setAttribute('aria-label', 'Body of the answer')
  card.append(block)
  showCode(code, text.slice(0, maxShown))
  if (text.length > maxShown)
    card.append(
      make('p', { className: 'note', textContent: 'Cut here: the rest is too long for this page.' }),
    )
}

function headersOf(headers) {
  const rows = headers.flatMap(([name, value]) => [
    make('dt', { textContent: name }),
    make('dd', { textContent: value }),
  ])
  return make('details', { className: 'headers' }, [
    make('summary', { textContent: `${headers.length} headers` }),
    make('dl', {}, rows),
  ])
}

function make(name, properties, children = []) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}
