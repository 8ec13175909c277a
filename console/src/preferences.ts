// How the page is shown: theme and language, stored in a cookie of their own, and what the browser prefers.
import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'
export type Language = 'en' | 'fr'
type Preferences = { theme: Theme; language: Language }

const name = 'quarry_view'
const year = 365 * 24 * 3600
const listeners = new Set<() => void>()
let current = read()

function read(): Preferences {
  const stored = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  const [theme, language] = stored?.slice(name.length + 1).split('.') ?? []
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    language: language === 'en' || language === 'fr' ? language : browserLanguage(),
  }
}

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'
}

export const preferences = () => current

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change }
  // biome-ignore lint/suspicious/noDocumentCookie: the newer API for cookies is missing in some browsers
  document.cookie = `${name}=${current.theme}.${current.language}; path=/; max-age=${year}; samesite=strict`
  apply()
  for (const listener of listeners) listener()
}

export function apply(): void {
  const { theme, language } = current
  document.documentElement.lang = language
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const usePreferences = () => useSyncExternalStore(subscribe, preferences)

const dark = matchMedia('(prefers-color-scheme: dark)')
const subscribeDark = (listener: () => void) => {
  dark.addEventListener('change', listener)
  return () => dark.removeEventListener('change', listener)
}

/** Whether the system theme is dark; charts are drawn again when it changes. */
export const useSystemDark = () => useSyncExternalStore(subscribeDark, () => dark.matches)

/** The size of one rem in pixels, for drawings that follow the text size of the browser. */
export const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
