/**
 * Whether another page frames this one (InContext); then that page is told what happens, and nothing else.
 */
export const isFramed = window.parent !== window

const handshakeEveryMs = 500
const renderMessage = 'VERIFF_RENDER'

/** The framing page, once it has answered: its origin and its abilities. */
let around = null

const renderAnswer = (data) => {
  if (data === renderMessage) return {}
  return data?.name === renderMessage ? (data.payload ?? {}) : null
}

/**
 * Waits until the framing page has answered the handshake, and repeats it until then, because that page may
 * start to listen later. Without a framing page it does not wait.
 */
export const connectParent = () =>
  new Promise((done) => {
    if (!isFramed) return done()
    // The handshake says nothing about the person, so any origin may receive it. Later messages go only to
    // the origin that answered.
    const shake = () => window.parent.postMessage('VERIFF_HANDSHAKE', '*')
    const timer = setInterval(shake, handshakeEveryMs)
    const onMessage = (event) => {
      const payload = event.source === window.parent ? renderAnswer(event.data) : null
      if (!payload) return
      clearInterval(timer)
      removeEventListener('message', onMessage)
      around = { origin: event.origin, isReloadHandled: payload.isReloadHandled === true }
      done()
    }
    addEventListener('message', onMessage)
    shake()
  })

/**
 * Posts a message of Veriff's InContext frame: `VERIFF_STARTED`, `_SUBMITTED`, `_FINISHED` or `_CANCELED`.
 */
export const tellParent = (message) => {
  if (around) window.parent.postMessage(message, around.origin)
}

/** Loads the page again; a framing page that handles it makes a new frame. */
export const reloadPage = () => {
  if (around?.isReloadHandled) tellParent('VERIFF_RELOAD_REQUEST')
  else location.reload()
}

/** The language that the framing page requested in the address, or null. */
export const addressLang = () => {
  const lang = new URLSearchParams(location.search).get('lang')
  return lang === null ? null : lang.startsWith('es') ? 'es' : 'en'
}

/** The person chose another language, so the address must not restore the old one at a reload. */
export const forgetAddressLang = () => {
  const address = new URL(location.href)
  address.searchParams.delete('lang')
  history.replaceState(null, '', address)
}
