import { createStepUpClient } from '../step-up/step-up-client.ts'

/** How long a person waits for it at most, and how long nothing more was asked of the profiler when it is done. */
const longestMs = 3000
const stableMs = 400

type TrustedTypesOfBrowser = {
  readonly createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}

/** What this page lets become a script: the profiler's own, at the address that the library makes, and nothing else. */
const allowScriptOf = (profiler: string): void => {
  const sessionForm = /^\?org_id=\w+&session_id=[0-9a-f-]{36}$/
  const address = `${profiler}/fp/tags.js`
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypesOfBrowser }
  trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => {
      if (url.startsWith(address) && sessionForm.test(url.slice(address.length))) return url
      throw new TypeError('Only the profiler’s script may run here')
    },
  })
}

/** The library gives its frame a style by an attribute, which our policy refuses; by script the same style may be set. */
const withStylesByScript = (run: () => void): void => {
  const make = document.createElement.bind(document)
  const makeStyled = (name: string) => {
    const element = make(name)
    const set = element.setAttribute.bind(element)
    element.setAttribute = (attribute, value) => {
      if (attribute === 'style') element.style.cssText = value
      else set(attribute, value)
    }
    return element
  }
  document.createElement = makeStyled as typeof document.createElement
  try {
    run()
  } finally {
    // The browser's own stands behind it.
    Reflect.deleteProperty(document, 'createElement')
  }
}

/** Waits until the script came or failed, and the profiler was left alone for a moment. */
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    const script = document.getElementById('as_adv_profile')
    let waiting: ReturnType<typeof setTimeout> | undefined
    let isThere = false
    const wait = () => {
      clearTimeout(waiting)
      if (isThere) waiting = setTimeout(resolve, stableMs)
    }
    new PerformanceObserver(wait).observe({ type: 'resource' })
    script?.addEventListener('load', () => {
      isThere = true
      wait()
    })
    script?.addEventListener('error', () => resolve())
    setTimeout(resolve, longestMs)
  })

const nobodyAsks = () => Promise.reject(new Error('Nothing is validated on this page'))

/** Has the official library profile this device; resolves when that is over, however it went. */
export const profileDevice = async (of: { profiler: string; tenant: string }): Promise<void> => {
  try {
    allowScriptOf(of.profiler)
    const settings = { tenantId: of.tenant, baseUrl: location.origin, onTokenExpired: () => undefined }
    const client = createStepUpClient(settings, nobodyAsks)
    withStylesByScript(() => client.initAdvancedProfiling(of.profiler))
    await settled()
  } catch {
    // A browser that cannot do it goes on without.
  }
}
