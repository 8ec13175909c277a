// Reads the request that a form describes. The call and the samples both use it, so they cannot differ. It does not
// contain the key.

/**
 * @typedef {[string, string]} Pair
 * @typedef {{ header: string, prefix: string, variable: string }} Auth
 * @typedef {{ method: string, path: string, query: Pair[], headers: Pair[], body: string | null, auth: Auth | null, answer: string, missing: HTMLInputElement | null }} DocsRequest
 */

/** @param {HTMLFormElement} form @returns {DocsRequest} */
export function readRequest(form) {
  const { method = 'GET', answer = 'json', authHeader, authPrefix = '', authVariable = '' } = form.dataset
  /** @type {DocsRequest} */
  const request = {
    method,
    path: '',
    query: [],
    headers: [],
    body: null,
    auth: authHeader ? { header: authHeader, prefix: authPrefix, variable: authVariable } : null,
    answer,
    missing: null,
  }
  let path = form.dataset.path ?? ''
  for (const field of listFields(form)) {
    const { name, value } = field
    const { place } = field.dataset
    if (place === 'path') {
      // Browsers and proxies resolve dot segments, encoded or not, and so would change the path.
      if (value === '' || value === '.' || value === '..') request.missing ??= field
      else path = path.replace(`{${name}}`, encodeURIComponent(value))
    } else if (value === '') continue
    else if (place === 'query') request.query.push([name, value])
    else if (place === 'header') request.headers.push([name, value])
  }
  const body = findBody(form)
  if (body && body.value.trim() !== '') {
    request.headers.push(['content-type', body.dataset.body ?? ''])
    request.body = body.value
  }
  request.path = (document.body.dataset.base ?? '') + path
  return request
}

/** @param {HTMLFormElement} form @returns {HTMLInputElement[]} */
const listFields = (form) =>
  [...form.querySelectorAll('[data-place]')].filter((field) => !field.matches(':disabled'))

/** @param {HTMLFormElement} form @returns {HTMLTextAreaElement | undefined} */
const findBody = (form) => [...form.querySelectorAll('textarea')].find((area) => !area.disabled)

/** @param {DocsRequest} request */
export const buildUrl = ({ path, query }) =>
  query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path

/** Shows the body field of the chosen type and its parameters. @param {HTMLFormElement} form */
export function chooseBody(form) {
  const chosen = form.querySelector('select.body-type')?.value
  for (const part of form.querySelectorAll('.body')) {
    const isChosen = chosen === undefined || part.dataset.type === chosen
    part.hidden = !isChosen
    part.querySelector('textarea').disabled = !isChosen
  }
  for (const field of form.querySelectorAll('[data-only-with]')) {
    const isUsed = field.dataset.onlyWith.split(', ').includes(chosen)
    field.disabled = !isUsed
    field.closest('tr').hidden = !isUsed
  }
  // Hide headings without visible parameters.
  for (const part of form.querySelectorAll('.place'))
    part.hidden = !part.querySelector('tbody tr:not([hidden])')
}

/** Shows a note if the body is not valid JSON. @param {HTMLTextAreaElement} area */
export function checkBody(area) {
  const type = area.dataset.body ?? ''
  const lines = type.endsWith('ndjson') ? area.value.split('\n') : [area.value]
  let problem = ''
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || !/json$/.test(type)) continue
    try {
      JSON.parse(line)
    } catch {
      problem ||= lines.length > 1 ? `Line ${index + 1} is not valid JSON.` : 'This is not valid JSON.'
    }
  }
  const note = area.parentElement.querySelector('.note')
  if (note.textContent !== problem) note.textContent = problem
}
