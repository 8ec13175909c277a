// Navigation: the search field and its keyboard shortcuts, the menu on narrow screens, and the marker of the current
// operation in the sidebar.

export function addSearch() {
  const search = document.querySelector('#search')
  search.addEventListener('input', () => filter(search.value))
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      search.value = ''
      filter('')
    }
    if (event.key === 'Enter') document.querySelector('[data-operation]:not([hidden]) a')?.click()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches?.('input, textarea, select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    search.focus()
  })
  // A link to an operation that the search has hidden clears the search.
  addEventListener('hashchange', () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target?.closest('[hidden]')) return
    search.value = ''
    filter('')
    target.scrollIntoView()
  })
}

function filter(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const article of document.querySelectorAll('article')) {
    article.hidden = !words.every((word) => article.dataset.search.includes(word))
    found += article.hidden ? 0 : 1
    document.querySelector(`[data-operation="${CSS.escape(article.id)}"]`).hidden = article.hidden
  }
  for (const group of document.querySelectorAll('[data-group]'))
    group.hidden = !group.querySelector('[data-operation]:not([hidden])')
  for (const section of document.querySelectorAll('section.group'))
    section.hidden = !section.querySelector('article:not([hidden])')
  for (const part of document.querySelectorAll('.introduction')) part.hidden = words.length > 0
  document.querySelector('#nothing-found').hidden = found > 0
  document.querySelector('#found').textContent = `${found} operation${found === 1 ? '' : 's'}`
}

export function addMenu() {
  const button = document.querySelector('#menu')
  const menu = document.querySelector('#operations')
  const set = (isOpen) => {
    button.setAttribute('aria-expanded', String(isOpen))
    menu.classList.toggle('open', isOpen)
  }
  document.documentElement.classList.add('has-script')
  button.addEventListener('click', () => set(button.getAttribute('aria-expanded') !== 'true'))
  document.querySelector('#search').addEventListener('input', ({ target }) => set(target.value !== ''))
  menu.addEventListener('click', ({ target }) => {
    if (target.closest('a')) set(false)
  })
}

export function markCurrent() {
  let current
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const link = document.querySelector(`[data-operation="${CSS.escape(target.id)}"] a`)
        if (!isIntersecting || link === current) continue
        current?.removeAttribute('aria-current')
        link.setAttribute('aria-current', 'true')
        current = link
        keepInView(link)
      }
    },
    // The current operation is the one that crosses a line at 20 % of the height of the window.
    { rootMargin: '-20% 0px -79% 0px' },
  )
  for (const article of document.querySelectorAll('article')) observer.observe(article)
}

/** Scrolls the sidebar only; `scrollIntoView` would also scroll the page. */
function keepInView(link) {
  const list = document.querySelector('.side')
  const { top, bottom } = link.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (top < frame.top + 60) list.scrollTop += top - frame.top - 60
  else if (bottom > frame.bottom - 60) list.scrollTop += bottom - frame.bottom + 60
}
