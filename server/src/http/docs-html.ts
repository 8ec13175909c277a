// The few ways in which the reference page writes HTML: everything from the document goes through `escapeHtml`.

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)

/** Running text of the document: of Markdown only code in backticks is used there. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** A value as one writes it: texts without quotes, everything else as JSON. */
export const plainValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Rows of cells that are HTML already; the first cell names its row. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[], kind = ''): string =>
  `<table class="table ${kind}"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      ([first, ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table>`

export const copyButton = (what: string): string =>
  `<button type="button" class="copy" aria-label="Copy ${escapeHtml(what)}">Copy</button>`

/** A scrolling block of code: it takes the focus, so that it can be scrolled from the keyboard. */
export const codeBlock = (label: string, text: string, language: string): string =>
  `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code data-language="${language}">${escapeHtml(text)}</code></pre>`
