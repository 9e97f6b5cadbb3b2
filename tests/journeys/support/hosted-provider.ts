import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startAuth } from '../../../sandbox/auth/service.ts'
import { startProduct } from '../../../tools/start/start-product.ts'
import { makeDataDir } from '../../support/data-dir.ts'

type Variables = Readonly<Record<string, string>>

/** Sets variables of this process and returns the function that restores them. */
const setVariables = (variables: Variables): (() => void) => {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/**
 * Starts a second provider at its own address, with another tenant and secret, and a product that knows only
 * its three settings (`AUTHSIGNAL_…`). Journeys use that product until `stop`.
 */
export const startHostedProduct = async () => {
  // Ports that end in 8 and 9: those of the products of four workers end in 0 to 7.
  const basePort = Number(process.env['JOURNEYS_PORT'] ?? 4600) + 8
  const providerPort = basePort + 11
  const [url, providerUrl] = [`http://localhost:${basePort}`, `http://localhost:${providerPort}`]
  const dataDir = makeDataDir('hosted')
  const [tenantId, secret] = ['another-tenant', crypto.randomUUID()]
  const controlToken = crypto.randomUUID()
  const provider = await startAuth({
    name: 'auth',
    port: providerPort,
    publicUrl: providerUrl,
    dataDir: join(dataDir, 'hosted'),
    controlToken,
    credentials: {
      tenantId,
      secret,
      rpId: 'localhost',
      origins: `${url} ${providerUrl}`,
      webhookUrl: `http://127.0.0.1:${basePort}/api/webhooks/authsignal`,
    },
  })
  const data = join(dataDir, 'product')
  const restore = setVariables({
    AUTHSIGNAL_API_URL: `${providerUrl}/v1`,
    AUTHSIGNAL_TENANT_ID: tenantId,
    AUTHSIGNAL_SECRET: secret,
    RATE_LIMITS: 'off',
    CARDAMOM_URL: url,
    CARDAMOM_SERVICES: join(data, 'sandbox.json'),
  })
  const product = await startProduct({ dataDir: data, basePort, say: () => undefined })
  return {
    providerUrl,
    tenantId,
    stop: async () => {
      restore()
      await product.stop()
      await provider.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type HostedProduct = Awaited<ReturnType<typeof startHostedProduct>>
