// The frame around every view: navigation, the session, and the offline notice.
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { usePreferences } from './preferences.ts'
import { listViews, type Session, useSession, useSignIn } from './session.ts'
import { SignInPage } from './sign-in.tsx'
import { t } from './text.ts'
import { Button, PreferenceButtons } from './ui/controls.tsx'
import { Problem } from './ui/parts.tsx'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: part }) => ({ default: part })))

export function Frame() {
  const { language } = usePreferences()
  const { data: session, error, refetch } = useSession()
  if (error) return <Problem error={error} retry={() => void refetch()} />
  if (!session) return null
  if (session.role === null) return <SignInPage key={language} />
  return <Signed key={language} session={session} />
}

function Signed({ session }: { session: Session }) {
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <div className="md:grid md:min-h-screen md:grid-cols-[14.5rem_minmax(0,1fr)]">
      <Button
        look="!absolute -top-20 left-2 z-10 focus:top-2"
        onClick={() => document.getElementById('content')?.focus()}
      >
        {t('Skip to content')}
      </Button>
      <Side session={session} onPalette={() => setPaletteOpen(true)} />
      <div className="min-w-0">
        <Offline />
        <main id="content" tabIndex={-1} className="mx-auto max-w-[76rem] px-4 py-6 outline-none md:px-8">
          <Outlet />
        </main>
      </div>
      {isPaletteOpen && (
        <Suspense>
          <Palette session={session} onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Side({ session, onPalette }: { session: Session; onPalette: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view closes the menu
  useEffect(() => setOpen(false), [path])
  return (
    <header className="no-print border-line bg-card md:sticky md:top-0 md:flex md:h-screen md:flex-col md:border-r max-md:border-b">
      <div className="flex items-center justify-between gap-2 px-4 py-3 md:pt-5">
        <Link to="/" className="flex items-center gap-2.5 font-semibold text-ink hover:no-underline">
          <img src="/docs/favicon.svg" alt="" width="24" height="24" />
          Quarry
        </Link>
        <Button
          look="small md:hidden"
          aria-expanded={isOpen}
          aria-controls="places"
          onClick={() => setOpen(!isOpen)}
        >
          {t('Menu')}
        </Button>
      </div>
      <div
        id="places"
        className={`${isOpen ? '' : 'max-md:hidden'} px-2.5 pb-4 md:flex md:flex-1 md:flex-col`}
      >
        <Button look="quiet mb-3 w-full !justify-between" onClick={onPalette}>
          {t('Search')} <kbd className="mono">Ctrl K</kbd>
        </Button>
        <nav aria-label={t('Views')} className="space-y-0.5">
          {listViews(session).map(({ to, name }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              className="block rounded-md px-2.5 py-1.5 text-[0.93rem] text-ink hover:bg-raised hover:no-underline"
              activeProps={{ className: '!text-accent bg-tint font-medium', 'aria-current': 'page' }}
            >
              {t(name)}
            </Link>
          ))}
        </nav>
        <SideFooter session={session} />
      </div>
    </header>
  )
}

function SideFooter({ session }: { session: Session }) {
  const { signOut } = useSignIn()
  return (
    <div className="mt-5 space-y-3 border-t border-line px-2.5 pt-4 text-sm md:mt-auto">
      <p className="min-w-0">
        <span className="block truncate font-medium">{session.account?.name ?? t('Operator')}</span>
        <span className="quiet block truncate">
          {session.key ? session.key.alias : t('The whole service')}
        </span>
      </p>
      <p className="flex flex-wrap gap-x-4">
        <a href="/docs">{t('API reference')}</a>
        <a href="/status">{t('Status')}</a>
      </p>
      <div className="flex flex-wrap gap-1.5">
        <Button look="small" onClick={() => void signOut()}>
          {t('Sign out')}
        </Button>
        <PreferenceButtons />
      </div>
    </div>
  )
}

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

function Offline() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className="bg-[var(--amber-tint)] px-4 py-2 text-sm text-amber">
          {t('You are offline')}. {t('The console continues when the connection is back.')}
        </p>
      )}
    </div>
  )
}
