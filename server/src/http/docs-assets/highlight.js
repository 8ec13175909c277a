// Colours for code: a few kinds of words, the same for every language shown here. Text nodes only, never HTML.

const pattern =
  /(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)(?<key>\s*:)?|\b(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)\b|\b(?<word>const|await|new|import|true|false|null|True|False|None|curl|print)\b/g

/** Beyond this an answer is shown plainly: colours are not worth a slow page. */
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
      coloured(string ? (key ? 'key' : 'text') : number ? 'number' : 'word', shown),
    )
    at = match.index + shown.length
  }
  parts.push(text.slice(at))
  element.replaceChildren(...parts)
}

function coloured(kind, text) {
  const span = document.createElement('span')
  span.className = `code-${kind}`
  span.textContent = text
  return span
}

/** Colours the blocks that the server wrote when they are about to be seen. */
export function colourWhenSeen() {
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
