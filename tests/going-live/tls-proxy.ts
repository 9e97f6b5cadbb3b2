import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createServer as createHttps, request as httpsRequest } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { makeCertificate } from './certificate.ts'

export type HttpsAnswer = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/**
 * Ends TLS for several hosts and forwards each to a port, as the proxy of docs/operations.md does; mail too.
 */
export const startTlsProxy = async (
  ports: Readonly<Record<string, number>>,
  smtp: { host: string; port: number },
) => {
  const certificate = makeCertificate([...Object.keys(ports), smtp.host])
  const proxy = createHttps(certificate, (request, response) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? ''
    const forwarded = [request.headers['x-forwarded-for'], request.socket.remoteAddress]
      .filter(Boolean)
      .join(', ')
    const passed = httpRequest(
      {
        host: '127.0.0.1',
        port: ports[host],
        method: request.method,
        path: request.url,
        headers: { ...request.headers, 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.writeHead(502).end())
    request.pipe(passed)
  })
  const mail = createTls(certificate, (socket) => {
    const passed = connect(smtp.port, '127.0.0.1')
    socket.on('error', () => passed.destroy()).pipe(passed)
    passed.on('error', () => socket.destroy()).pipe(socket)
  })
  const listen = (server: typeof proxy | typeof mail) =>
    new Promise<number>((done) =>
      server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
    )
  const [port, smtpPort] = [await listen(proxy), await listen(mail)]
  return {
    certificate: certificate.cert,
    port,
    smtpPort,
    /** One request from outside, with the certificate checked. */
    request: (
      host: string,
      of: { method?: string; path: string; headers?: Record<string, string>; body?: object },
    ) =>
      new Promise<HttpsAnswer>((done, failed) => {
        const body = of.body === undefined ? '' : JSON.stringify(of.body)
        const sent = httpsRequest(
          {
            host: '127.0.0.1',
            port,
            servername: host,
            ca: certificate.cert,
            method: of.method ?? 'GET',
            path: of.path,
            headers: {
              host,
              ...(body === ''
                ? {}
                : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
              ...of.headers,
            },
          },
          (answer) => {
            let text = ''
            answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
            answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
          },
        )
        sent.on('error', failed)
        sent.end(body)
      }),
    stop: () => {
      proxy.close()
      proxy.closeAllConnections()
      mail.close()
    },
  }
}
