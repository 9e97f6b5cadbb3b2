import type { FastifyInstance } from 'fastify'
import { interFont } from '../kernel/page-files.ts'

/** Inter, from npm, on this origin. The reveal page loads it from a sandboxed frame, which has no origin. */
export const mountFont = (app: FastifyInstance): void => {
  const font = interFont()
  app.get('/assets/inter.woff2', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('font/woff2')
      .send(font),
  )
}

/** Style rule of the font, for a page's style sheet. */
export const fontFace = `@font-face {
  font-family: Inter;
  src: url(/assets/inter.woff2) format('woff2');
  font-weight: 100 900;
  font-display: swap;
}
`
