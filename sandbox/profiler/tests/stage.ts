import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Service } from '../../kernel/service.ts'
import type { Profile } from '../profile-store.ts'
import { createProfiler } from '../service.ts'

/** The official libraries, unmodified, from their packages. */
const libraries = {
  '1.16.0': import.meta.resolve('@authsignal/browser'),
  '1.5.0': import.meta.resolve('authsignal-browser-1-5'),
} as const
export type Version = keyof typeof libraries
export const versions = ['1.16.0', '1.5.0'] as const

const token = 'control-token-of-the-test'
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/**
 * The policy of a page with profiling: it allows the profiler's script, and its origin where it is needed.
 */
const policyOf = (profilerUrl: string) =>
  [
    `default-src 'none'`,
    `script-src 'self' ${profilerUrl}`,
    `style-src 'self'`,
    `img-src 'self' data: blob: ${profilerUrl}`,
    `connect-src 'self' ${profilerUrl}`,
    `frame-src 'self' ${profilerUrl}`,
    `require-trusted-types-for 'script'`,
    `trusted-types default`,
  ].join('; ')

/** A page of the product, as far as the profiler knows it. */
const page = (version: string) =>
  `<!doctype html><html lang="en"><title>Product</title><body><main><h1>Product</h1></main>
<script type="module" src="/start-${version}.js"></script></body></html>`

const startScript = (version: string, profilerUrl: string) => `
import { Authsignal } from '/library-${version}.js'
window.refused = []
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  window.refused.push(effectiveDirective + ' ' + blockedURI)
})
const auth = new Authsignal({ tenantId: 'the-tenant', baseUrl: location.origin + '/authsignal/v1' })
trustedTypes.createPolicy('default', {
  createScriptURL: (url) => {
    if (url.startsWith('${profilerUrl}/fp/tags.js?')) return url
    throw new TypeError('not the profiler')
  },
})
window.profile = () => {
  auth.initAdvancedProfiling('${profilerUrl}')
  window.outcome = new Promise((resolve) => {
    const script = document.getElementById('as_adv_profile')
    for (const name of ['load', 'error']) script.addEventListener(name, () => resolve(name))
    setTimeout(() => resolve('waiting'), 3000)
  })
  return auth.profilingId
}
window.ready = true`

/** Changes an answer of the profiler before a browser sees it. */
export type Mutation = (answer: { path: string; headers: Record<string, string>; body: string }) => void

/** The profiler on 127.0.0.1, and the product's pages on localhost: two sites, as in the product. */
export const startStage = async () => {
  const [port, pagePort] = [await freePort(), await freePort()]
  const dataDir = mkdtempSync(join(tmpdir(), 'profiler-test-'))
  const profilerUrl = `http://127.0.0.1:${port}`
  const origin = `http://localhost:${pagePort}`
  const settings = {
    name: 'profiler',
    port,
    publicUrl: profilerUrl,
    dataDir,
    controlToken: token,
    credentials: {},
  }
  const state: { mutation: Mutation | null } = { mutation: null }
  const open = async (): Promise<Service> => {
    const service = createProfiler(settings)
    service.app.addHook('onSend', async (request, reply, payload) => {
      if (state.mutation === null || typeof payload !== 'string') return payload
      const answer = { path: request.url.split('?')[0] ?? '', headers: {}, body: payload }
      state.mutation(answer)
      void reply.headers(answer.headers)
      return answer.body
    })
    await service.listen()
    return service
  }
  let service = await open()
  const pages = createServer((request, response) => {
    const [, kind, version = ''] =
      /^\/(library|start|product)-([\d.]+?)(?:\.js)?$/.exec(request.url ?? '') ?? []
    const library = libraries[version as Version]
    if (kind === undefined) return response.writeHead(404).end()
    const isPage = kind === 'product'
    response.writeHead(200, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
      'content-security-policy': policyOf(profilerUrl),
      'set-cookie': 'session=of-the-product; Path=/; SameSite=Lax',
    })
    if (isPage) return response.end(page(version))
    if (kind === 'start') return response.end(startScript(version, profilerUrl))
    return response.end(readFileSync(new URL(library), 'utf8'))
  })
  await new Promise<void>((resolve) => pages.listen(pagePort, 'localhost', () => resolve()))
  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const headers = { authorization: `Bearer ${token}`, ...type }
    const answer = await fetch(`${profilerUrl}/_control${path}`, { method, headers, ...sent })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return (await answer.json()) as T
  }
  return {
    profilerUrl,
    origin,
    state,
    control,
    profilesOf: (sessionId: string) => control<Profile[]>('GET', `/profiles?session_id=${sessionId}`),
    restart: async () => {
      await service.close()
      service = await open()
    },
    stop: async () => {
      await service.close()
      pages.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Stage = Awaited<ReturnType<typeof startStage>>

export type Outcome = Awaited<ReturnType<typeof profileWith>>

/** Opens the product's page in a new browser, lets the library profile it, and returns the result. */
export const profileWith = async (stage: Stage, browser: Browser, version: Version) => {
  const context = await browser.newContext()
  try {
    const tab = await context.newPage()
    const errors: string[] = []
    tab.on('pageerror', (error) => errors.push(String(error)))
    await tab.goto(`${stage.origin}/product-${version}`)
    await tab.waitForFunction('window.ready')
    const sessionId = await tab.evaluate<string>('profile()')
    const outcome = await tab.evaluate<string>('outcome')
    if (outcome !== 'waiting') await tab.waitForLoadState('networkidle')
    const refused = await tab.evaluate<string[]>('refused')
    const cookies = await context.cookies(stage.origin)
    return {
      sessionId,
      outcome,
      /** What the page's policy blocked, except for the style that the library sets on its frame. */
      refused: refused.filter((what) => what !== 'style-src-attr inline'),
      errors,
      cookie: cookies.find(({ name }) => name === '__as_pid')?.value ?? null,
      profiles: await stage.profilesOf(sessionId),
      /** Whether the page is unchanged: the script left nothing behind, and the text is the product's. */
      untouched: await tab.evaluate<boolean>(
        `!('profileDevice' in window) && document.querySelector('main').innerHTML === '<h1>Product</h1>'`,
      ),
    }
  } finally {
    await context.close()
  }
}
