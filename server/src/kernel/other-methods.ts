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

/** The addresses of a path. A parameter's own name stands for any value. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** Finds the methods of an address. A path without parameters comes before one that would match too. */
const createAllowOf = (paths: readonly RefusedPath[]) => {
  const parameters = (path: string) => path.split(':').length
  const patterns = paths
    .toSorted((one, other) => parameters(one.path) - parameters(other.path))
    .map(({ path, allow }) => ({ pattern: patternOf(path), allow }))
  return (url: string): string | null => {
    const path = (url.split(/[?#]/)[0] ?? '').replace(/\/$/, '')
    return patterns.find(({ pattern }) => pattern.test(path))?.allow ?? null
  }
}

/**
 * Methods of other calls that the router would find for a path that does not have them: PATCH of `/users/me`, when there
 * is a PATCH of `/users/:id`.
 */
const createRoutedMethods = (paths: readonly RefusedPath[]) => {
  const withParameters = paths
    .filter(({ path }) => path.includes(':'))
    .map(({ path, own }) => ({ path, own, pattern: patternOf(path) }))
  return ({ path, own }: RefusedPath): string[] => {
    const others = withParameters.filter((other) => other.path !== path && other.pattern.test(path))
    return [...new Set(others.flatMap((other) => [...other.own]))].filter((method) => !own.has(method))
  }
}

/**
 * Answers 405 with `Allow` for every method that no call of a path has; HEAD goes with GET, except for streams. It is
 * called after all calls are mounted, because several calls may share a path. One route for all paths has the methods
 * that the router finds for no call: a route for each path would be half of what a start costs.
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
  const paths = pathsOf(calls)
  const routedMethods = createRoutedMethods(paths)
  // The method is refused before the body is read.
  for (const each of paths) {
    const method = routedMethods(each)
    if (method.length === 0) continue
    app.route({
      method: method as HTTPMethods[],
      url: each.path,
      onRequest: async (request, reply) => refuse(request, reply, each.allow),
      handler: async () => undefined,
    })
  }
  let allowOf: ReturnType<typeof createAllowOf> | null = null
  app.route({
    method: [...everyMethod(app)],
    url: '/api/*',
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      allowOf ??= createAllowOf(paths)
      const allow = allowOf(request.url)
      return allow === null ? reply.callNotFound() : refuse(request, reply, allow)
    },
    handler: async () => undefined,
  })
}
