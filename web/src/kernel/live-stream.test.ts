import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { installBrowser, startServer } from './kernel-test-kit.ts'

const longEnoughMs = 3500
/** With the pause, two waits stay below the ten seconds of a unit test. */
const waitMs = 3000
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

let isLockedThere = false
let server: Awaited<ReturnType<typeof startServer>>
let leave = () => undefined as void
const realFetch = globalThis.fetch

beforeEach(async () => {
  vi.resetModules()
  isLockedThere = false
  server = await startServer(() => (isLockedThere ? { status: 423, body: { code: 'locked' } } : { body: '' }))
  installBrowser(server.origin)
  localStorage.setItem('token', 'a-token')
  globalThis.fetch = (path, init) => realFetch(new URL(path as string, server.origin), init)
})
afterEach(async () => {
  leave()
  globalThis.fetch = realFetch
  await server.stop()
})

it('requests the stream of a locked session once, and again when it is unlocked', async () => {
  const { joinStream } = await import('./live-stream.ts')
  const { markUnlocked, isLocked } = await import('./lock.ts')
  isLockedThere = true
  leave = joinStream()
  await vi.waitUntil(() => server.received.length === 1, { timeout: waitMs })
  await pause(longEnoughMs)
  expect(server.received).toHaveLength(1)
  expect(isLocked()).toBe(true)
  isLockedThere = false
  markUnlocked()
  await vi.waitUntil(() => server.received.length === 2, { timeout: waitMs })
})

it('requests no stream while the page is locked, and continues when another tab unlocks the session', async () => {
  const { joinStream } = await import('./live-stream.ts')
  const { markLocked } = await import('./lock.ts')
  markLocked()
  leave = joinStream()
  await pause(longEnoughMs)
  expect(server.received).toEqual([])
  const otherTab = new BroadcastChannel('cardamom-lock')
  otherTab.postMessage('unlocked')
  await vi.waitUntil(() => server.received.length > 0, { timeout: waitMs })
  otherTab.close()
})
