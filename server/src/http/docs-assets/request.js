// What a form of the reference page would send: read here once, for the call itself and for the samples, so that
// the two cannot differ. The key is no part of it.

/**
 * @typedef {[string, string]} Pair
 * @typedef {{ header: string, prefix: string, variable: string }} Auth
 * @typedef {{ method: string, path: string, query: Pair[], headers: Pair[], body: string | null, auth: Auth | null, answer: string, missing: HTMLInputElement | null }} DocsRequest
 */

/** @param {HTMLFormElement} form @returns {DocsRequest} */
export function requestOf(form) {
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
  for (const field of fieldsOf(form)) {
    const { name, value } = field
    const { place } = field.dataset
    if (place === 'path') {
      // A dot alone would be taken for a step upwards by everything on the way, encoded or not.
      if (value === '' || value === '.' || value === '..') request.missing ??= field
      else path = path.replace(`{${name}}`, encodeURIComponent(value))
    } else if (value === '') continue
    else if (place === 'query') request.query.push([name, value])
    else if (place === 'header') request.headers.push([name, value])
  }
  const body = bodyOf(form)
  if (body && body.value.trim() !== '') {
    request.headers.push(['content-type', body.dataset.body ?? ''])
    request.body = body.value
  }
  request.path = (document.body.dataset.base ?? '') + path
  return request
}

/** @param {HTMLFormElement} form @returns {HTMLInputElement[]} */
const fieldsOf = (form) =>
  [...form.querySelectorAll('[data-place]')].filter((field) => !field.matches(':disabled'))

/** @param {HTMLFormElement} form @returns {HTMLTextAreaElement | undefined} */
const bodyOf = (form) => [...form.querySelectorAll('textarea')].find((area) => !area.disabled)

/** @param {DocsRequest} request */
export const addressOf = ({ path, query }) =>
  query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path

/** Shows the body of the chosen type, and the parameters that belong to it. @param {HTMLFormElement} form */
export function chooseBody(form) {
  const chosen = form.querySelector('select.body-type')?.value
  for (const part of form.querySelectorAll('.body')) {
    const isChosen = chosen === undefined || part.dataset.type === chosen
    part.hidden = !isChosen
    part.querySelector('textarea').disabled = !isChosen
  }
  for (const field of form.querySelectorAll('[data-only-with]')) {
    const isMeant = field.dataset.onlyWith === chosen
    field.disabled = !isMeant
    field.closest('tr').hidden = !isMeant
  }
  // No heading over nothing.
  for (const part of form.querySelectorAll('.place'))
    part.hidden = !part.querySelector('tbody tr:not([hidden])')
}

/** Says so where a body cannot be read as JSON, before the server has to. @param {HTMLTextAreaElement} area */
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
