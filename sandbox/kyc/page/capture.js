import { readState, sendLang } from './calls.js'
import { h } from './dom.js'
import { addressLang, connectParent, forgetAddressLang, isFramed, reloadPage, tellParent } from './parent.js'
import { retakeScreen } from './screen-retake.js'
import { captureScreen } from './screen-capture.js'
import { consentScreen } from './screen-consent.js'
import { documentScreen } from './screen-document.js'
import { doneScreen, unknownScreen } from './screen-done.js'
import { leaveDialog } from './screen-leave.js'
import { reviewScreen } from './screen-review.js'
import { button, note, shell } from './shell.js'
import { currentLang, speak, t } from './texts.js'

/** A framing page answers at once; after this time without an answer the person is told what to do. */
const parentWaitMs = 10_000
const pause = (ms) => new Promise((done) => setTimeout(done, ms, false))

const root = document.getElementById('root')
const spoken = h('p', { class: 'sr-only', role: 'status' })
const stage = h('div', { class: 'stage' })
root.replaceChildren(stage, spoken)

const screens = {
  consent: consentScreen,
  document: documentScreen,
  'document-front': captureScreen,
  'document-back': captureScreen,
  face: captureScreen,
  review: reviewScreen,
  retakes: retakeScreen,
  done: doneScreen,
  unknown: unknownScreen,
}

const isOpen = ({ status }) => ['created', 'started', 'resubmission_requested'].includes(status)

let leaveScreen = () => {}

const app = {
  state: null,
  screen: 'consent',
  get canLeave() {
    return app.state !== null && isOpen(app.state) && (isFramed || app.state.callback !== null)
  },

  /** The screen on which a person who returns continues. */
  nextScreen: () => {
    const { state } = app
    if (!isOpen(state)) return 'done'
    if (state.status === 'created') return 'consent'
    if (state.status === 'resubmission_requested') return 'retakes'
    const has = (context) => state.images.some((image) => image.context === context)
    const isDocumentKnown = state.document.type !== null && state.document.country !== null
    if (!isDocumentKnown && state.images.length === 0 && state.requested.length === 0) return 'document'
    return state.requested[0]?.context ?? state.needed.find((context) => !has(context)) ?? 'review'
  },

  /** The screen before a picture's. */
  screenBefore: (context) => {
    const { requested: retakes, needed } = app.state
    if (retakes.some((each) => each.context === context)) return 'retakes'
    return needed[needed.indexOf(context) - 1] ?? 'document'
  },

  /** Shows the service's answer; tells the framing page about starts and submissions. */
  apply: (state) => {
    const before = app.state?.status
    app.state = state
    if (before && before !== state.status) {
      if (state.status === 'started') tellParent('VERIFF_STARTED')
      if (state.status === 'submitted') tellParent('VERIFF_SUBMITTED')
    }
  },

  show: (screen, { focus = true } = {}) => {
    leaveScreen()
    app.screen = screen
    const view = screens[screen](app, screen)
    leaveScreen = view.leave ?? (() => {})
    stage.replaceChildren(shell(app, view))
    document.title = `${view.title} · ${t('appName')}`
    if (!focus) return
    scrollTo(0, 0)
    stage.querySelector('h1').focus({ preventScroll: true })
  },

  go: (screen) => {
    const address = `#${screen}`
    // A frame shares its parent's history, so nothing is added to it.
    if (isFramed || location.hash === address) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    app.show(screen)
  },

  say: (text) => {
    spoken.textContent = text
  },

  /** Runs a call; the screen shows a failure with the next step. */
  attempt: async (work) => {
    const container = stage.querySelector('.problem')
    container?.replaceChildren()
    try {
      return await work()
    } catch (failure) {
      const known = { network: 'failedNetwork', 1404: 'failed1404', 1405: 'failed1405', 1304: 'failed1304' }
      const more = known[failure.code]
      if (!failure.code) console.error(failure)
      const problem = note('bad', t('failed'), more && t(more), 'alert')
      ;(stage.querySelector('.problem') ?? container)?.replaceChildren(problem)
      problem.scrollIntoView({ block: 'nearest' })
      return null
    }
  },

  otherLanguage: async () => {
    const next = currentLang() === 'es' ? 'en' : 'es'
    forgetAddressLang()
    speak(next)
    app.show(app.screen, { focus: false })
    stage.querySelector('.text-button').focus()
    if (app.state) await app.attempt(() => sendLang(next))
  },

  confirmLeave: () => leaveDialog(app),

  /** Returns the person to the product. */
  finish: (message) => {
    tellParent(message)
    if (!isFramed && app.state.callback) location.assign(app.state.callback)
  },
}

const isReachable = (screen) => {
  if (!(screen in screens) || !isOpen(app.state)) return false
  if (app.state.status !== 'started') return false
  return screen === 'document' || screen === 'review' ? true : app.state.needed.includes(screen)
}

addEventListener('popstate', () => {
  const wanted = location.hash.slice(1)
  app.show(app.state && isReachable(wanted) ? wanted : app.nextScreen())
})

const connect = async () => {
  const isConnected = connectParent().then(() => true)
  if (await Promise.race([isConnected, pause(parentWaitMs)])) return
  stage.replaceChildren(
    h(
      'main',
      { class: 'plain' },
      h('h1', {}, t('appName')),
      note('warn', t('parentSilent'), t('parentSilentHint'), 'alert'),
      h(
        'a',
        { class: 'button primary', href: location.href, target: '_blank', rel: 'noopener' },
        h('span', {}, t('openAlone')),
      ),
    ),
  )
  await isConnected
}

const start = async () => {
  await connect()
  try {
    app.apply(await readState())
    const wanted = addressLang() ?? app.state.lang
    speak(wanted)
    if (wanted !== app.state.lang) await sendLang(wanted)
    app.show(app.nextScreen(), { focus: false })
  } catch (failure) {
    if (failure.code === '1004') return app.show('unknown', { focus: false })
    const again = button(t('retry'), { iconName: 'again', onclick: reloadPage })
    stage.replaceChildren(
      h(
        'main',
        { class: 'plain' },
        h('h1', {}, t('appName')),
        note('bad', t('failed'), t('failedNetwork'), 'alert'),
        again,
      ),
    )
  }
}
await start()
