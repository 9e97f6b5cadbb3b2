import './kernel/no-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ScreenLock } from './access/lock/screen-lock.tsx'
import { StepUp, startStepUp } from './access/step-up/step-up.tsx'
import { areaOf } from './kernel/area.ts'
import { startBranding } from './kernel/branding.ts'
import { loadFirstTexts, startTexts } from './kernel/i18n.tsx'
import { startLive } from './kernel/live.ts'
import { startOnline } from './kernel/online.ts'
import { queryClient, startQueries } from './kernel/query.ts'
import { Router, startRouter } from './kernel/router.tsx'
import { currentSession, hasSentToken, onSessionChange, startSession } from './kernel/session.ts'
import { startTheme } from './kernel/theme.ts'
import { watchVersion } from './kernel/version.ts'
import { routes } from './routes.tsx'
import { App, loadFirst } from './shell/app.tsx'
import { Boundary, CoveringBoundary } from './shell/boundary.tsx'
import { fetchPagesWhenIdle } from './shell/fetch-pages.ts'
import { preloadToasts, Toasts } from './ui/toasts.tsx'
import { deviceCheckCookie, deviceCheckPath } from '@cardamom/contract/access/device-check'
import { readCookie } from './kernel/cookie.ts'

/**
 * Goes to the device check when the login answered that this browser is due for it; the check comes back
 * here. The server clears the cookie there.
 */
const goToDueDeviceCheck = (): void => {
  if (readCookie(deviceCheckCookie) === null) return
  location.replace(`${deviceCheckPath}?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/**
 * Holds one live stream open while a person is signed in. A person who must enrol a passkey first may call
 * nothing yet.
 */
const followSession = () => {
  let leave: (() => void) | null = null
  onSessionChange(() => {
    const { state, user } = currentSession()
    const isIn = state === 'signed-in' && areaOf(user) !== 'enrolment'
    if (isIn) goToDueDeviceCheck()
    if (isIn && leave === null) leave = startLive()
    if (!isIn && leave !== null) {
      leave()
      leave = null
    }
  })
}

/**
 * Longest wait of the first paint for its parts: name, colours, the sandbox's ribbon, and a page that needs
 * no session check.
 */
const patienceMs = 1000
/** Longest wait when the answers are already on their way; it avoids a spinner for a moment. */
const answersMs = 400
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const render = () => {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Router>
          <Boundary>
            <App />
          </Boundary>
          <CoveringBoundary>
            <StepUp />
            <ScreenLock />
          </CoveringBoundary>
          <Toasts />
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  )
}

const start = async () => {
  startTheme()
  startOnline()
  startRouter(routes)
  const texts = startTexts()
  // The network is idle while our code runs; the style sheet alone would request the font after the first
  // paint.
  void document.fonts.load('16px Inter')
  const branding = Promise.all([startBranding(), watchVersion()])
  const page = Promise.all([loadFirst(), texts.then(loadFirstTexts)])
  await texts
  startQueries()
  startStepUp()
  followSession()
  const session = startSession()
  // Waits for what would shift or repaint the page a moment later.
  await Promise.race([Promise.all([branding, page]), wait(patienceMs)])
  if (hasSentToken()) await Promise.race([session, wait(answersMs)])
  render()
  preloadToasts()
  fetchPagesWhenIdle()
  await session
}

void start()
