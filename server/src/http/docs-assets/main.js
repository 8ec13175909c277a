// The reference page's script: keeps the samples in step with the forms, and joins the other files to the page.
import { addCopying } from './copy.js'
import { colourWhenSeen, showCode } from './highlight.js'
import { checkBody, chooseBody, requestOf } from './request.js'
import { sampleOf } from './samples.js'
import { addMenu, addSearch, markCurrent } from './search.js'
import { send } from './send.js'

const languageKey = 'quarry-docs-language'
let language = storedLanguage()

function storedLanguage() {
  try {
    const stored = localStorage.getItem(languageKey)
    return ['curl', 'TypeScript', 'Python'].find((known) => known === stored) ?? 'curl'
  } catch {
    return 'curl'
  }
}

/** @param {HTMLFormElement} form */
function showSample(form) {
  const article = form.closest('article')
  showCode(article.querySelector('.sample pre code'), sampleOf(language, location.origin, requestOf(form)))
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

/** One choice for the whole page: whoever reads Python reads it everywhere. @param {Element} tab */
function chooseLanguage(tab) {
  const before = tab.getBoundingClientRect().top
  language = tab.textContent
  try {
    localStorage.setItem(languageKey, language)
  } catch {
    // A browser that keeps nothing forgets the choice; that is all.
  }
  showLanguage()
  // Samples above have grown or shrunk: what is being looked at stays where it was.
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
// The samples have just pushed everything down: whoever came for one operation is led to it again.
document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView({ behavior: 'instant' })
addCopying()
addSearch()
addMenu()
markCurrent()
colourWhenSeen()
