import { createStepUpClient } from '../step-up/step-up-client.ts'

/**
 * Longest time that a person waits, and the time without a request to the profiler after which profiling is
 * done.
 */
const longestMs = 3000
const stableMs = 400

type TrustedTypesOfBrowser = {
  readonly createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}

/** Allows one script on this page: the profiler's, at the address that the library builds. */
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

/**
 * The library styles its frame by an attribute, which our policy refuses. The same style set by script is
 * allowed.
 */
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
    // Removes the override, so that the browser's own function is used again.
    Reflect.deleteProperty(document, 'createElement')
  }
}

/** Waits until the script loaded or failed, and no request to the profiler was made for a moment. */
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

const failValidation = () => Promise.reject(new Error('Nothing is validated on this page'))

/** Profiles this device by the official library. Resolves when it is over, with or without success. */
export const profileDevice = async (of: { profiler: string; tenant: string }): Promise<void> => {
  try {
    allowScriptOf(of.profiler)
    const settings = { tenantId: of.tenant, baseUrl: location.origin, onTokenExpired: () => undefined }
    const client = createStepUpClient(settings, failValidation)
    withStylesByScript(() => client.initAdvancedProfiling(of.profiler))
    await settled()
  } catch {
    // A browser that cannot be profiled continues without it.
  }
}
