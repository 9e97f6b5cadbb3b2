import './kernel/no-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { goToDueDeviceCheck } from './access/profiling/device-check-due.ts'
import { Lock } from './access/stepup/lock.tsx'
import { StepUp, startStepUp } from './access/stepup/step-up.tsx'
import { areaOf } from './kernel/area.ts'
import { startFace } from './kernel/face.ts'
import { startTexts } from './kernel/i18n.tsx'
import { startLive } from './kernel/live.ts'
import { queryClient, startQueries } from './kernel/query.ts'
import { Router, startRouter } from './kernel/router.tsx'
import { currentSession, onSessionChange, startSession } from './kernel/session.ts'
import { startTheme } from './kernel/theme.ts'
import { preloadToasts } from './kernel/toasts.ts'
import { watchVersion } from './kernel/version.ts'
import { routes } from './routes.tsx'
import { App } from './shell/app.tsx'
import { Boundary } from './shell/boundary.tsx'
import { Toasts } from './ui/toasts.tsx'

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

/** How long the first paint waits for what stands on top of every page: name, colours, the sandbox's ribbon. */
const faceWaitMs = 1000
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
        </Router>
        <StepUp />
        <Lock />
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
}

const start = async () => {
  startTheme()
  startRouter(routes)
  const texts = startTexts()
  const face = Promise.all([startFace(), watchVersion()])
  await texts
  startQueries()
  startStepUp()
  followSession()
  const session = startSession()
  // What would push the page down or repaint it a moment later is waited for: it comes with the page's own file.
  await Promise.race([face, wait(faceWaitMs)])
  render()
  preloadToasts()
  await session
}

void start()
