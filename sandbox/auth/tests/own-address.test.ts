import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Service } from '../../kernel/service.ts'
import { createAuth } from '../service.ts'

// A provider at its own address, like the hosted service, without the product's proxy.

const shop = 'http://localhost:4000'
const own = 'http://localhost:4995'
const dataDir = mkdtempSync(join(tmpdir(), 'auth-own-'))
const service: Service = createAuth({
  name: 'auth',
  port: 0,
  publicUrl: own,
  dataDir,
  controlToken: 'control',
  credentials: { tenantId: 'tenant', secret: 'secret', origins: `${shop} http://*.localhost:4000 ${own}` },
})
afterAll(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const allowed = async (origin: string, url: string, method: 'OPTIONS' | 'POST' | 'GET' = 'POST') => {
  const authorization = `Basic ${btoa(url.startsWith('/v1/client') ? 'tenant' : 'secret:')}`
  const sent = method === 'POST' ? { payload: { action: 'login' } } : {}
  const answer = await service.app.inject({ method, url, headers: { origin, authorization }, ...sent })
  return [answer.statusCode, answer.headers['access-control-allow-origin']]
}

test("only the tenant's pages call the client API from their own origin", async () => {
  for (const origin of [shop, 'http://andes.localhost:4000', own]) {
    expect(await allowed(origin, '/v1/client/challenge', 'OPTIONS')).toEqual([200, origin])
    expect(await allowed(origin, '/v1/client/challenge')).toEqual([200, origin])
  }
  for (const origin of [
    'http://evil.example',
    'http://localhost:4001',
    'http://localhost:4000.evil.example',
  ]) {
    expect(await allowed(origin, '/v1/client/challenge', 'OPTIONS')).toEqual([200, undefined])
    expect(await allowed(origin, '/v1/client/challenge')).toEqual([200, undefined])
  }
})

test('a preflight lists the allowed headers, and the server API refuses browsers', async () => {
  const response = await service.app.inject({
    method: 'OPTIONS',
    url: '/v1/client/challenge',
    headers: { origin: shop, 'access-control-request-headers': 'authorization,content-type' },
  })
  expect(response.headers).toMatchObject({
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    vary: 'Origin',
  })
  expect(await allowed(shop, '/v1/users/somebody', 'GET')).toEqual([200, undefined])
})

test('its pages stay at its address, whatever the return address of the action', async () => {
  const tracked = await service.app.inject({
    method: 'POST',
    url: '/v1/users/somebody/actions/login',
    headers: { authorization: `Basic ${btoa('secret:')}` },
    payload: { redirectUrl: `${shop}/login` },
  })
  expect(tracked.json<{ url: string }>().url).toMatch(new RegExp(`^${own}/v1/ui/`))
  const page = await service.app.inject({ method: 'GET', url: '/v1/ui/' })
  expect(page.headers['content-security-policy']).toContain(`frame-ancestors 'self' ${shop} `)
})
