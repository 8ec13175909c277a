// HTML helpers of the reference page. Every text from the document goes through `escapeHtml`.

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark)

/** A description from the document. Its only Markdown is code in backticks. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

export const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** Strings without quotes, everything else as JSON. */
export const plainValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Cells are HTML; the first cell of a row is its header. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[], kind = ''): string =>
  `<table class="table ${kind}"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map(
      ([first, ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table>`

export const copyButton = (what: string): string =>
  `<button type="button" class="copy" aria-label="Copy ${escapeHtml(what)}">Copy</button>`

/** A scrolling code block. It can be focused, so that it can be scrolled with the keyboard. */
export const codeBlock = (label: string, text: string, language: string): string =>
  `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code data-language="${language}">${escapeHtml(text)}</code></pre>`
