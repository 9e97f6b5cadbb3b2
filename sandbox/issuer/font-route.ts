import type { FastifyInstance } from 'fastify'
import { interFont } from '../kernel/page-files.ts'

export const fontPath = '/assets/inter.woff2'

/** Inter, from npm, on this origin. The reveal page loads it from a sandboxed frame, which has no origin. */
export const mountFont = (app: FastifyInstance): void => {
  const font = interFont()
  app.get(fontPath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('font/woff2')
      .send(font),
  )
}
