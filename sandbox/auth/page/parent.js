/** The window that opened this page as a popup or frame; null when there is none. */
const opener = () => {
  if (new URLSearchParams(location.search).get('mode') !== 'popup') return null
  return window.parent === window ? window.opener : window.parent
}

const target = opener()

export const hasOpener = target !== null

const tell = (message, to = '*') => target?.postMessage(message, to)

/** Tells the library that the panel is drawn, so that it shows the frame. */
export const tellReady = () => tell(JSON.stringify({ event: 'AUTHSIGNAL_READY' }))

/**
 * Tells the library to close the frame or window; without a token nothing was confirmed. Only the origin that
 * the action returns to receives the token; messages without a secret go to any opener.
 */
export const tellClose = (token, redirectUrl) =>
  tell(
    JSON.stringify({ event: 'AUTHSIGNAL_CLOSE_POPUP', token }),
    token ? new URL(redirectUrl ?? location.href).origin : '*',
  )

export const tellError = ({ code, status }) =>
  tell(JSON.stringify({ event: 'AUTHSIGNAL_API_ERROR', errorCode: code, statusCode: status }))

/** Tells the library the height of the panel, so that it sizes the frame. */
export const tellHeightOf = (element) => {
  if (!target) return
  new ResizeObserver(() => tell({ height: Math.ceil(element.getBoundingClientRect().height) })).observe(
    element,
  )
}
