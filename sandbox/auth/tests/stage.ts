import { readFileSync } from 'node:fs'
import { type Browser, type CDPSession, type Page } from '@playwright/test'
import { startBench, tenantId, type Bench } from './bench.ts'

/** The official libraries, unmodified, from their packages. */
const libraries = {
  '1.16.0': import.meta.resolve('@authsignal/browser'),
  '1.5.0': import.meta.resolve('authsignal-browser-1-5'),
} as const
export type Version = keyof typeof libraries
export const versions = ['1.16.0', '1.5.0'] as const

/** A page of the product, as far as the provider knows it. It receives posted messages. */
const pageOf = (version: string): string => `<!doctype html>
<html lang="en"><title>Product</title>
<main><h1>Product</h1><label>User <input autocomplete="username webauthn"></label></main>
<script type="module">
import { Authsignal } from '/library-${version}.js'
let expired = 0
// Tells a test that a ceremony has started; the browser does the rest as usual.
window.started = 0
const get = navigator.credentials.get.bind(navigator.credentials)
navigator.credentials.get = (options) => {
  window.started += 1
  return get(options)
}
window.heard = []
addEventListener('message', ({ origin, data }) => origin === location.origin && window.heard.push(data))
const auth = new Authsignal({
  tenantId: '${tenantId}', baseUrl: location.origin + '/authsignal/v1', onTokenExpired: () => { expired += 1 } })
window.expired = () => expired
window.run = async (path, args) => {
  const names = path.split('.')
  const last = names.pop()
  const target = names.reduce((object, name) => object[name], auth)
  try {
    return { value: await target[last](...args) }
  } catch (error) {
    return { thrown: { name: error.name, message: error.message, code: error.code } }
  }
}
window.launch = (url, options) => {
  window.errors = []
  window.launched = auth.launch(url, { ...options, onError: (error) => window.errors.push(error) })
}
window.refusalOf = async (url, options) => {
  try {
    await auth.launch(url, options)
    return null
  } catch ({ message }) {
    return message
  }
}
</script></html>`

/**
 * The bench with the product's pages on its origin: `/product-<version>`, and `/back` as the return address.
 */
export const startStageBench = () =>
  startBench((path) => {
    const [, kind, version] = /^\/(library|product)-([\d.]+?)(?:\.js)?$/.exec(path) ?? []
    if (kind === 'library' && version) {
      const body = readFileSync(new URL(libraries[version as Version]), 'utf8')
      return { type: 'text/javascript; charset=utf-8', body }
    }
    if (kind === 'product' && version) return { type: 'text/html; charset=utf-8', body: pageOf(version) }
    return path === '/back' ? { type: 'text/html', body: '<!doctype html><title>Back</title>' } : null
  })

type Result<T> = { value?: T; thrown?: { name: string; message: string; code?: string } }
type Device = {
  /** Whether a person is present to touch the device. */
  present: (on: boolean) => Promise<void>
  /** Whether the device verifies the user by face, finger or screen lock. */
  verified: (on: boolean) => Promise<void>
}

const deviceOptions = {
  platform: { transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  unverified: {
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: false,
  },
  key: { transport: 'usb', hasResidentKey: false, hasUserVerification: false, isUserVerified: false },
} as const

const addDevice = async (cdp: CDPSession, kind: keyof typeof deviceOptions): Promise<Device> => {
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', automaticPresenceSimulation: true, ...deviceOptions[kind] },
  })
  return {
    present: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
    verified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}

/** A browser on the product's page with one of the libraries, for the scenarios. */
export const openStage = async (
  bench: Bench,
  browser: Browser,
  options: { version: Version; patienceMs?: number },
) => {
  const patienceMs = options.patienceMs ?? 20_000
  const context = await browser.newContext({ locale: 'en-US' })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  await page.goto(`${bench.origin}/product-${options.version}`)
  await page.waitForFunction('window.run')
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const within = async <T>(work: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`nothing within ${patienceMs} ms`)), patienceMs)
    })
    return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
  }
  const evaluate = <T>(script: string): Promise<T> => within(page.evaluate<T>(script))
  /** Calls the library; returns its answer or its error. */
  const attempt = <T>(path: string, ...args: unknown[]): Promise<Result<T>> =>
    evaluate(`run(${JSON.stringify(path)}, ${JSON.stringify(args)})`)
  return {
    bench,
    context,
    page: page as Page,
    version: options.version,
    evaluate,
    attempt,
    /** Calls the library and returns its answer; throws when the library throws. */
    call: async <T = StageAnswer>(path: string, ...args: unknown[]): Promise<T> => {
      const { value, thrown } = await attempt<T>(path, ...args)
      if (thrown) throw new Error(`${path}: ${thrown.name}: ${thrown.message}`)
      return value as T
    },
    device: (kind: keyof typeof deviceOptions) => addDevice(cdp, kind),
    close: () => context.close(),
  }
}

/** Answers of the library's methods. */
export type StageAnswer = {
  error?: string | null
  errorCode?: string
  errorDescription?: string
  data?: {
    token?: string
    isVerified?: boolean
    failureReason?: string
    userId?: string
    username?: string
    userAuthenticatorId?: string
    challengeId?: string
    uri?: string
    secret?: string
    userAuthenticator?: {
      verificationMethod: string
      email?: string
      phoneNumber?: string
      webauthnCredential?: { credentialId: string; deviceId: string }
    }
    authenticationResponse?: { id: string }
    registrationResponse?: { id: string }
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>
