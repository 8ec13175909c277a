// Entry point of the scripts of the reference page. Keeps the samples in sync with the forms.
import { addCopyButtons } from './copy.js'
import { highlightOnScroll, showCode } from './highlight.js'
import { checkBody, chooseBody, readRequest } from './request.js'
import { writeSample } from './samples.js'
import { addMenu, addSearch, markCurrent } from './search.js'
import { send } from './send.js'

const languageKey = 'quarry-docs-language'
let language = readStoredLanguage()

function readStoredLanguage() {
  try {
    const stored = localStorage.getItem(languageKey)
    return ['curl', 'TypeScript', 'Python'].find((name) => name === stored) ?? 'curl'
  } catch {
    return 'curl'
  }
}

/** @param {HTMLFormElement} form */
function showSample(form) {
  const article = form.closest('article')
  showCode(
    article.querySelector('.sample pre code'),
    writeSample(language, location.origin, readRequest(form)),
  )
}

function showLanguage() {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const isChosen = tab.textContent === language
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
    if (isChosen)
      document.getElementById(tab.getAttribute('aria-controls')).setAttribute('aria-labelledby', tab.id)
  }
  for (const form of document.forms) showSample(form)
}

/** Selects a language for all samples of the page. @param {Element} tab */
function chooseLanguage(tab) {
  const before = tab.getBoundingClientRect().top
  language = tab.textContent
  try {
    localStorage.setItem(languageKey, language)
  } catch {
    // Without storage the choice lasts until the page is reloaded.
  }
  showLanguage()
  // The samples above changed their height: keep the tab where it was on the screen.
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' })
}

document.addEventListener('click', ({ target }) => {
  const tab = target.closest('[role=tab]')
  if (tab) chooseLanguage(tab)
})

document.addEventListener('keydown', (event) => {
  const { key, target } = event
  const tab = target.closest?.('[role=tab]')
  if (tab && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    const tabs = [...tab.parentElement.children]
    const next = tabs[(tabs.indexOf(tab) + (key === 'ArrowRight' ? 1 : tabs.length - 1)) % tabs.length]
    chooseLanguage(next)
    next.focus()
  }
  if (key === 'Enter' && (event.ctrlKey || event.metaKey) && target.form) target.form.requestSubmit()
})

document.addEventListener('input', ({ target }) => {
  if (!target.form) return
  if (target.matches('.body-type')) chooseBody(target.form)
  if (target.matches('textarea')) checkBody(target)
  showSample(target.form)
})

document.addEventListener('submit', (event) => {
  event.preventDefault()
  void send(event.target)
})

for (const form of document.forms) chooseBody(form)
showLanguage()
// The samples have moved the content down: scroll to the operation in the URL again.
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView({ behavior: 'instant' })
addCopyButtons()
addSearch()
addMenu()
markCurrent()
highlightOnScroll()
