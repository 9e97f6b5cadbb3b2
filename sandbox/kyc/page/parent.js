/** Whether another page frames this one (InContext); then it is told what happens, and nothing else. */
export const isFramed = window.parent !== window

const originOf = (address) => {
  try {
    return new URL(address).origin
  } catch {
    return null
  }
}

/** Posts `{status}` to the framing page: STARTED, SUBMITTED, FINISHED or CANCELED. */
export const tellParent = (status, callback) => {
  if (!isFramed) return
  const origin = location.ancestorOrigins?.[0] ?? originOf(document.referrer) ?? originOf(callback)
  if (origin) window.parent.postMessage({ status }, origin)
}
