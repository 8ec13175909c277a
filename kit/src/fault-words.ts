// The words with which a caller asks a pretend site for a fault. Nobody else knows them.

/** Whether a whole parameter is such a word, where the parameter has no room for another text. */
export const isFaultWord = (text: string): boolean => /^fault-[a-z]{1,20}(?:-[0-9a-z]{1,20}){0,5}$/.test(text)

/** Whether a request to a pretend site asks for a fault: what comes of it says nothing of the site's health. */
export function asksForFault(url: string, body: string | null): boolean {
  if (url.includes('fault-') || body?.includes('fault-')) return true
  try {
    return decodeURIComponent(url).includes('fault-')
  } catch {
    return false
  }
}
