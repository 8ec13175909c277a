// Buttons that change the theme and the language.
import { type Language, setPreferences, type Theme, usePreferences } from '../preferences.ts'
import { t } from '../text.ts'
import { Button } from './controls.tsx'

const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const names = { system: '◐', light: '☀', dark: '☾' }

export function Preferences() {
  const { theme, language } = usePreferences()
  const other: Language = language === 'en' ? 'fr' : 'en'
  return (
    <span className="flex gap-1.5">
      <Button
        look="small"
        title={t('Theme')}
        aria-label={`${t('Theme')}: ${t(theme)}`}
        onClick={() => setPreferences({ theme: next[theme] })}
      >
        {names[theme]}
      </Button>
      <Button
        look="small"
        lang={other}
        aria-label={other === 'fr' ? 'FR: Français' : 'EN: English'}
        onClick={() => setPreferences({ language: other })}
      >
        {other.toUpperCase()}
      </Button>
    </span>
  )
}
