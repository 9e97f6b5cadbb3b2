import type { Endpoint } from '@cardamom/contract/endpoint'
import { METHODS } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { refused } from './answer.ts'
import { languageOf } from './language.ts'
import type { Kernel } from './module.ts'
import { sendRefusal } from './reply.ts'

/** CONNECT opens a tunnel at a proxy; its requests have no path. */
const tunnel = 'CONNECT'

/** Makes the router accept every method that Node reads, and lists them. */
const everyMethod = (app: FastifyInstance): readonly HTTPMethods[] => {
  const methods = METHODS.filter((method) => method !== tunnel)
  for (const method of methods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  return methods as HTTPMethods[]
}

/**
 * Answers 405 with `Allow` for every method that no call of a path has; HEAD goes with GET. It is called
 * after all calls are mounted, because several calls may share a path.
 */
export const refuseOtherMethods = (
  { app, messageOf }: Pick<Kernel, 'app' | 'messageOf'>,
  calls: readonly Pick<Endpoint, 'method' | 'path'>[],
): void => {
  // A parameter may have another name in each call of one path.
  const plain = (path: string) => path.replaceAll(/:\w+/g, ':name')
  const known = everyMethod(app)
  for (const [path, list] of Map.groupBy(calls, (call) => plain(call.path))) {
    const methods = new Set<string>(list.map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    const allow = [...methods].sort().join(', ')
    app.route({
      method: known.filter((method) => !methods.has(method)),
      url: `/api${list[0]?.path ?? path}`,
      // The method is refused before the body is read.
      onRequest: async (request, reply) =>
        sendRefusal({
          reply: reply.header('allow', allow),
          refusal: refused('method_not_allowed'),
          declared: { refusals: {} },
          lang: languageOf(request),
          messageOf,
          requestId: request.id,
        }),
      handler: async () => undefined,
    })
  }
}
