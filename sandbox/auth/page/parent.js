/** Who opened this page in a popup or a window; null for a page of its own. */
const opener = () => {
  if (new URLSearchParams(location.search).get('mode') !== 'popup') return null
  return window.parent === window ? window.opener : window.parent
}

const target = opener()

export const hasOpener = target !== null

const tell = (message, to = '*') => target?.postMessage(message, to)

/** The panel stands: the library shows the frame. */
export const tellReady = () => tell(JSON.stringify({ event: 'AUTHSIGNAL_READY' }))

/**
 * The library closes frame or window; without a token nothing was confirmed. The token is heard by the origin that the
 * action comes back to, and by nobody else; what holds no secret, by whoever opened us.
 */
export const tellClose = (token, redirectUrl) =>
  tell(
    JSON.stringify({ event: 'AUTHSIGNAL_CLOSE_POPUP', token }),
    token ? new URL(redirectUrl ?? location.href).origin : '*',
  )

export const tellError = ({ code, status }) =>
  tell(JSON.stringify({ event: 'AUTHSIGNAL_API_ERROR', errorCode: code, statusCode: status }))

/** The library makes the frame as high as the panel. */
export const tellHeightOf = (element) => {
  if (!target) return
  new ResizeObserver(() => tell({ height: Math.ceil(element.getBoundingClientRect().height) })).observe(
    element,
  )
}
