// Copy buttons: each copies the code of its card.

const feedbackMs = 1500

export function addCopyButtons() {
  document.addEventListener('click', async ({ target }) => {
    const button = target.closest?.('.copy')
    if (!button) return
    const code = button.closest('.card').querySelector('pre code')
    button.textContent = (await copy(code)) ? 'Copied' : 'Press Ctrl+C'
    setTimeout(() => (button.textContent = 'Copy'), feedbackMs)
  })
}

/** The Clipboard API needs HTTPS or localhost; otherwise falls back to `execCommand`. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(code)
    return document.execCommand('copy')
  }
}
