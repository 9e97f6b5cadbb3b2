import './kernel/no-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { StepUp, startStepUp } from './access/step-up.tsx'
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
    if (isIn && leave === null) leave = startLive()
    if (!isIn && leave !== null) {
      leave()
      leave = null
    }
  })
}

const start = async () => {
  startTheme()
  await startTexts()
  startFace()
  startQueries()
  startStepUp()
  followSession()
  startRouter(routes)
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
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  )
  watchVersion()
  preloadToasts()
  await startSession()
}

void start()
