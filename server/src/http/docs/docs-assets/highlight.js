// Syntax highlighting: one small token pattern for all languages on the page. Creates text nodes, never HTML.

const pattern =
  /(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)(?<key>\s*:)?|\b(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\b|\b(?<word>const|await|new|import|true|false|null|True|False|None|curl|print)\b/g

/** Longer texts are not highlighted, because that would slow the page down. */
const maxCharacters = 60_000

/** @param {Element} element @param {string} text */
export function showCode(element, text) {
  if (text.length > maxCharacters) {
    element.textContent = text
    return
  }
  const parts = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    const { text: string, key, number } = match.groups
    const shown = string ?? match[0]
    parts.push(
      text.slice(at, match.index),
      createToken(string ? (key ? 'key' : 'text') : number ? 'number' : 'word', shown),
    )
    at = match.index + shown.length
  }
  parts.push(text.slice(at))
  element.replaceChildren(...parts)
}

function createToken(kind, text) {
  const span = document.createElement('span')
  span.className = `code-${kind}`
  span.textContent = text
  return span
}

/** Highlights the code blocks from the server shortly before they scroll into view. */
export function highlightOnScroll() {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        showCode(target, target.textContent)
      }
    },
    { rootMargin: '400px' },
  )
  for (const block of document.querySelectorAll('code[data-language]')) observer.observe(block)
}
