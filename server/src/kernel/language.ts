import '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Language } from './principal.ts'

/** What the screen of whoever asks is in: the header of the app (product §4), else the cookie of the page. */
export const languageOf = (request: FastifyRequest): Language =>
  // The cookies of a request that the router refused were never read.
  (request.headers['lang'] ?? request.cookies?.['cardamom']) === 'es' ? 'es' : 'en'
