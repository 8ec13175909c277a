// Whether a text is an absolute URL, or one relative to a base. `URL.canParse` is not used: once V8 has optimised it,
// Node.js 20 accepts host names with non-ASCII Latin-1 characters that `new URL` then refuses.

/** Whether a text is an absolute URL, or one relative to a base. */
export function isUrl(text: string, base?: string): boolean {
  try {
    new URL(text, base)
    return true
  } catch {
    return false
  }
}
