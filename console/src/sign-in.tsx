// The sign-in form at `/`: one field for a key or the admin token. A link with a code signs in by itself.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { explain } from './explain.ts'
import { useSignIn } from './session.ts'
import { t } from './text.ts'
import { Button, PreferenceButtons } from './ui/controls.tsx'

/** Read once and removed from the URL at once. */
const code = /^#code=([\w-]{1,256})$/.exec(location.hash)?.[1] ?? null
if (code !== null) history.replaceState(null, '', location.pathname + location.search)

export function SignInPage() {
  const { signIn } = useSignIn()
  const field = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(code !== null)
  const hasStarted = useRef(false)

  async function start(credentials: { secret: string } | { code: string }) {
    setBusy(true)
    setProblem(null)
    try {
      await signIn(credentials)
    } catch (error) {
      setProblem(error)
      setBusy(false)
      field.current?.focus()
      field.current?.select()
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code of the link is good once
  useEffect(() => {
    document.title = `${t('Sign in')} · Quarry`
    if (code === null || hasStarted.current) return
    hasStarted.current = true
    void start({ code })
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const secret = field.current?.value.trim() ?? ''
    if (secret !== '') void start({ secret })
  }
  return (
    <main className="mx-auto flex min-h-screen max-w-[25rem] flex-col justify-center px-5 py-10">
      <Title />
      <form className="card p-5" onSubmit={submit}>
        <label className="field" htmlFor="secret">
          {t('API key or admin token')}
        </label>
        <input
          ref={field}
          id="secret"
          className="input mono"
          type="password"
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page is this field
          autoFocus
          aria-describedby="secret-note"
          aria-invalid={problem !== null}
        />
        <SecretNote problem={problem} />
        <Button type="submit" look="main mt-4 w-full" disabled={isBusy}>
          {isBusy ? t('Signing in…') : t('Sign in')}
        </Button>
      </form>
      <OtherPages />
    </main>
  )
}

const Title = () => (
  <div className="mb-6 flex items-center gap-3">
    <img src="/docs/favicon.svg" alt="" width="36" height="36" />
    <div className="min-w-0">
      <h1>Quarry</h1>
      <p className="quiet text-sm">{t('Records from public sources, one call each')}</p>
    </div>
  </div>
)

function SecretNote({ problem }: { problem: unknown }) {
  const explanation = problem === null ? null : explain(problem)
  return (
    <p id="secret-note" className="mt-2 text-sm" role={explanation ? 'alert' : undefined}>
      {explanation ? (
        <span className="text-red">
          {explanation.title}. {explanation.advice}
        </span>
      ) : (
        <span className="quiet">
          {t(
            'A key shows its account. The admin token shows the whole service. Neither is stored in this browser.',
          )}
        </span>
      )}
    </p>
  )
}

const OtherPages = () => (
  <nav className="mt-5 flex flex-wrap justify-between gap-3 text-sm" aria-label={t('Other pages')}>
    <span className="flex flex-wrap gap-x-4">
      <a href="/docs">{t('API reference')}</a>
      <a href="/status">{t('Status')}</a>
    </span>
    <PreferenceButtons />
  </nav>
)
