// Sends the request of a form and shows the response: status, time, size, cost, headers and body.
import { showCode } from './highlight.js'
import { buildUrl, readRequest } from './request.js'

/** Longer bodies are truncated: the results of a batch can have megabytes. */
const maxShownChars = 300_000
/** An event stream does not end, so the page closes it after this time. */
const streamMs = 5_000

/** @param {HTMLFormElement} form */
export async function send(form) {
  const article = form.closest('article')
  const request = readRequest(form)
  const problem = article.querySelector('.problem')
  problem.textContent = request.missing ? `${request.missing.name} is part of the path and is required.` : ''
  if (request.missing) {
    request.missing.focus()
    return
  }
  const button = article.querySelector('.send')
  if (button.getAttribute('aria-busy') === 'true') return
  button.setAttribute('aria-busy', 'true')
  const card = article.querySelector('.live')
  try {
    show(card, await sendRequest(request))
  } catch (error) {
    show(card, {
      line: `No response: ${error instanceof Error ? error.message : error}`,
      status: 0,
      headers: [],
      text: '',
    })
  } finally {
    button.removeAttribute('aria-busy')
  }
}

async function sendRequest(request) {
  const { method, headers, body, auth } = request
  const key = document.querySelector('#key').value.trim()
  const requestHeaders = new Headers(headers)
  if (auth && key !== '') requestHeaders.set(auth.header, auth.prefix + key)
  const startedAt = performance.now()
  const response = await fetch(buildUrl(request), {
    method,
    headers: requestHeaders,
    body,
    cache: 'no-store',
    redirect: 'manual',
  })
  const text = await readText(response)
  const ms = Math.round(performance.now() - startedAt)
  const used = response.headers.get('x-credits-used')
  const left = response.headers.get('x-credits-remaining')
  const line = [
    `${response.status} ${response.statusText}`.trim(),
    `${ms} ms`,
    formatSize(new Blob([text]).size),
    formatCost(used, left),
    ...(response.status === 401 && key === '' ? ['enter your key below the search field'] : []),
  ].join(' · ')
  return { line, status: response.status, headers: [...response.headers], text: formatJson(text) }
}

async function readText(response) {
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

const formatCost = (used, left) =>
  used === null
    ? 'no credits used'
    : `${used} credit${used === '1' ? '' : 's'} used${left === null ? '' : `, ${left} left`}`

const formatSize = (bytes) => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`)

function formatJson(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function show(card, { line, status, headers, text }) {
  const head = createElement('div', { className: 'card-head' }, [
    createElement('h4', { textContent: 'Response' }),
  ])
  const state = createElement('p', {
    className: `answer-line ${status >= 200 && status < 400 ? 'ok' : 'bad'}`,
  })
  state.setAttribute('role', 'status')
  card.replaceChildren(head, state)
  card.hidden = false
  // Screen readers announce only changes of an element that is already in the page.
  state.textContent = line
  if (headers.length > 0) card.append(createHeaderList(headers))
  if (text === '') return
  const copy = createElement('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  copy.setAttribute('aria-label', 'Copy the response')
  head.append(copy)
  const code = createElement('code', {})
  const block = createElement('pre', { tabIndex: 0 }, [code])
  block.setAttribute('role', 'group')
  block.setAttribute('aria-label', 'Response body')
  card.append(block)
  showCode(code, text.slice(0, maxShownChars))
  if (text.length > maxShownChars)
    card.append(
      createElement('p', {
        className: 'note',
        textContent: 'Truncated: the response is too long for this page.',
      }),
    )
}

function createHeaderList(headers) {
  const rows = headers.flatMap(([name, value]) => [
    createElement('dt', { textContent: name }),
    createElement('dd', { textContent: value }),
  ])
  return createElement('details', { className: 'headers' }, [
    createElement('summary', { textContent: `${headers.length} headers` }),
    createElement('dl', {}, rows),
  ])
}

function createElement(name, properties, children = []) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}
