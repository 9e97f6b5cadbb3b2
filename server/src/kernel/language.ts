import '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Language } from './principal.ts'

/** Language of the caller's screen: the header of the app (product §4), else the cookie of the page. */
export const languageOf = (request: FastifyRequest): Language =>
  // A request that the router refused has no parsed cookies.
  (request.headers['lang'] ?? request.cookies?.['cardamom']) === 'es' ? 'es' : 'en'
