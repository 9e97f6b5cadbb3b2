/** Who opened this page in a popup or a window; null for a page of its own. */
const opener = () => {
  if (new URLSearchParams(location.search).get('mode') !== 'popup') return null
  return window.parent === window ? window.opener : window.parent
}

const target = opener()

export const hasOpener = target !== null

// Only a page of the same origin hears it: the messages carry the token.
const tell = (message) => target?.postMessage(message, location.origin)

/** The panel stands: the library shows the frame. */
export const tellReady = () => tell(JSON.stringify({ event: 'AUTHSIGNAL_READY' }))

/** The library closes frame or window; without a token nothing was confirmed. */
export const tellClose = (token) => tell(JSON.stringify({ event: 'AUTHSIGNAL_CLOSE_POPUP', token }))

export const tellError = ({ code, status }) =>
  tell(JSON.stringify({ event: 'AUTHSIGNAL_API_ERROR', errorCode: code, statusCode: status }))

/** The library makes the frame as high as the panel. */
export const tellHeightOf = (element) => {
  if (!target) return
  new ResizeObserver(() => tell({ height: Math.ceil(element.getBoundingClientRect().height) })).observe(
    element,
  )
}
