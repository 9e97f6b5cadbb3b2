import { createServer, type ProxyOptions } from 'vite'

/**
 * Development server of the web, at the product's own address: Vite serves the pages and updates them while
 * they are open, and the server answers all other requests. `PORT` is the product's, `SERVER_PORT` the
 * server's.
 */
const port = Number(process.env['PORT'])
const serverUrl = `http://127.0.0.1:${process.env['SERVER_PORT']}`
const toServer: ProxyOptions = { target: serverUrl, xfwd: false }

/**
 * The product's own headers. Vite writes its client and the styles into the page, so the policy allows them
 * here.
 */
const readHeaders = async (): Promise<Record<string, string>> => {
  const { headers } = await fetch(`${serverUrl}/healthz`)
  const policy = headers.get('content-security-policy') ?? ''
  return {
    'content-security-policy': policy.replace(/\b(script-src|style-src) /g, `$1 'unsafe-inline' `),
    'permissions-policy': headers.get('permissions-policy') ?? '',
  }
}

const vite = await createServer({
  configFile: new URL('vite.config.ts', import.meta.url).pathname,
  clearScreen: false,
  logLevel: 'error',
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    headers: await readHeaders(),
    proxy: { '^/(?:api|authsignal|healthz|readyz)(?:[/?]|$)': toServer },
  },
})
await vite.listen()
process.stdout.write('ready\n')

const end = () => void vite.close().finally(() => process.exit(0))
process.on('SIGTERM', end)
if (process.env['END_WITH_STDIN'] === '1') process.stdin.resume().on('end', end).on('error', end)
