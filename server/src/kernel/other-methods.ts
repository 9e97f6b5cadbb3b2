import type { Endpoint } from '@cardamom/contract/endpoint'
import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
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

/** The path of a call with one name for its parameters, which may differ between the calls of one path. */
const plain = (path: string): string => path.replaceAll(/:\w+/g, ':name')

type RefusedPath = { readonly path: string; readonly own: ReadonlySet<string>; readonly allow: string }

const pathsOf = (calls: readonly Pick<Endpoint, 'method' | 'path' | 'streams'>[]): readonly RefusedPath[] =>
  [...Map.groupBy(calls, (call) => plain(call.path)).values()].map((list) => {
    const own = new Set<string>(list.map(({ method }) => method))
    if (list.some(({ method, streams }) => method === 'GET' && !streams)) own.add('HEAD')
    return { path: `/api${list[0]?.path ?? ''}`, own, allow: [...own].toSorted().join(', ') }
  })

/** Finds the methods of an address. A path without parameters comes before one that would match too. */
const createAllowOf = (paths: readonly RefusedPath[]) => {
  const parameters = (path: string) => path.split(':').length
  const patterns = paths
    .toSorted((one, other) => parameters(one.path) - parameters(other.path))
    .map(({ path, allow }) => ({ pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), allow }))
  return (url: string): string | null => {
    const path = url.split('?')[0] ?? ''
    return patterns.find(({ pattern }) => pattern.test(path))?.allow ?? null
  }
}

/**
 * Answers 405 with `Allow` for every method that no call of a path has; HEAD goes with GET, except for streams. It is
 * called after all calls are mounted, because several calls may share a path. A method that no call has at all gets
 * one route for all paths: a route for each path would be most of what a start costs the router.
 */
export const refuseOtherMethods = (
  { app, messageOf }: Pick<Kernel, 'app' | 'messageOf'>,
  calls: readonly Pick<Endpoint, 'method' | 'path' | 'streams'>[],
): void => {
  const refuse = (request: FastifyRequest, reply: FastifyReply, allow: string) =>
    sendRefusal({
      reply: reply.header('allow', allow),
      refusal: refused('method_not_allowed'),
      declared: { refusals: {} },
      lang: languageOf(request),
      messageOf,
      requestId: request.id,
    })
  const known = everyMethod(app)
  const paths = pathsOf(calls)
  const used = known.filter((method) => paths.some(({ own }) => own.has(method)))
  // The method is refused before the body is read.
  for (const { path, own, allow } of paths) {
    app.route({
      method: used.filter((method) => !own.has(method)),
      url: path,
      onRequest: async (request, reply) => refuse(request, reply, allow),
      handler: async () => undefined,
    })
  }
  const allowOf = createAllowOf(paths)
  app.route({
    method: known.filter((method) => !used.includes(method)),
    url: '/api/*',
    onRequest: async (request, reply) => {
      const allow = allowOf(request.url)
      return allow === null ? reply.callNotFound() : refuse(request, reply, allow)
    },
    handler: async () => undefined,
  })
}
