// The style sheet and the script of the reference page, kept as text so that serving them needs no file system.

export const docsStyle = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --mark: #0b6e4f }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 20rem minmax(0, 1fr) }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: .85rem }
nav h2 { font-size: .8rem; margin: 1rem 0 .2rem; text-transform: uppercase; letter-spacing: .05em; opacity: .7 }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .1rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover, nav a:focus { text-decoration: underline }
.brand { font-size: 1.3rem; font-weight: 700; margin: 0 }
main { padding: 1rem 2rem 6rem; max-width: 72rem }
article { border-top: 1px solid var(--line); padding: 1rem 0 }
h3 b, nav b { color: var(--mark); font-size: .8em }
code, pre { font: .9em ui-monospace, monospace }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line) }
.tag { border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .6rem; font-size: .8rem }
.degraded { color: #b35900; border-color: currentColor }
.operational { color: var(--mark); border-color: currentColor }
form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: 1rem 0 }
label { font-size: .85rem }
input, textarea, button { font: inherit; padding: .3rem .5rem }
form label input { display: block; width: 12rem }
textarea { display: block; width: 30rem; max-width: 100% }
button { cursor: pointer }
.answer { max-height: 24rem; overflow: auto; background: var(--soft); padding: .8rem }
@media (max-width: 50rem) { body { display: block } nav { position: static; height: auto; max-height: 40vh } main { padding: 1rem } }
`

export const docsScript = `
addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const answer = form.nextElementSibling
  const query = new URLSearchParams()
  let body
  for (const field of form.elements) {
    if (field.tagName === 'TEXTAREA') body = field.value
    else if (field.name && field.value !== '') query.set(field.name, field.value)
  }
  answer.hidden = false
  answer.textContent = '…'
  try {
    const search = query.size > 0 ? '?' + query : ''
    const response = await fetch(form.dataset.path + search, {
      method: form.dataset.method,
      headers: { 'x-api-key': document.querySelector('#key').value, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
    })
    const text = await response.text()
    let shown = text
    try { shown = JSON.stringify(JSON.parse(text), null, 2) } catch {}
    const used = response.headers.get('x-credits-used') ?? '0'
    answer.textContent = response.status + ' · ' + used + ' credits used\\n\\n' + shown
  } catch (error) {
    answer.textContent = String(error)
  }
})
`
