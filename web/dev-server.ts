import { createServer, type ProxyOptions } from 'vite'

/**
 * The web while it is developed, behind the product's own address: pages come from Vite and change while one looks at
 * them, everything else from the server. `PORT` is the product's, `SERVER_PORT` the server's.
 */
const port = Number(process.env['PORT'])
const serverUrl = `http://127.0.0.1:${process.env['SERVER_PORT']}`
const toServer: ProxyOptions = { target: serverUrl, xfwd: false }

/** The product's own headers; Vite writes its client and the styles into the page, so its policy lets them in. */
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
