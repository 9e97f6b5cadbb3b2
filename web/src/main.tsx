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
 * Leaves for the device check where the server said at the login that this browser is due for it, and comes back here.
 * The server clears its word there.
 */
const goToDueDeviceCheck = (): void => {
  if (readCookie(deviceCheckCookie) === null) return
  location.replace(`${deviceCheckPath}?next=${encodeURIComponent(location.pathname + location.search)}`)
}

/** One stream while somebody is signed in; who must enrol a passkey first may call nothing yet. */
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

/** How long the first paint waits for its parts: name, colours, the sandbox's ribbon, and the page where none is checked. */
const patienceMs = 1000
/** How long it waits where the answers are on their way already: no spinner is drawn for a moment. */
const answersMs = 400
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const render = () => {
  const place = document.getElementById('root')
  if (place === null) throw new Error('index.html has no #root')
  createRoot(place).render(
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
  // While our code runs the network is idle: the style sheet alone would ask for the font after the first paint.
  void document.fonts.load('16px Inter')
  const branding = Promise.all([startBranding(), watchVersion()])
  const page = Promise.all([loadFirst(), texts.then(loadFirstTexts)])
  await texts
  startQueries()
  startStepUp()
  followSession()
  const session = startSession()
  // What would push the page down or repaint it a moment later is waited for.
  await Promise.race([Promise.all([branding, page]), wait(patienceMs)])
  if (hasSentToken()) await Promise.race([session, wait(answersMs)])
  render()
  preloadToasts()
  fetchPagesWhenIdle()
  await session
}

void start()
