// Copy buttons: each copies the code of its own card.

const saidForMs = 1500

export function addCopying() {
  document.addEventListener('click', async ({ target }) => {
    const button = target.closest?.('.copy')
    if (!button) return
    const code = button.closest('.card').querySelector('pre code')
    button.textContent = (await copy(code)) ? 'Copied' : 'Press Ctrl+C'
    setTimeout(() => (button.textContent = 'Copy'), saidForMs)
  })
}

/** Browsers give a page the clipboard only over TLS or on the own machine; elsewhere the older way is left. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(code)
    return document.execCommand('copy')
  }
}
