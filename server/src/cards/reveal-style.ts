import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const path = '/api/card-number.css'

/**
 * The style of the issuer's page with a card's number: the colours of the web's `app.css`. `system` follows
 * the device, also when its setting changes while the page is open.
 */
const RevealStyle = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  hue: z.coerce.number().min(0).max(360),
  chroma: z.coerce.number().min(0).max(0.4),
})
type RevealStyle = z.output<typeof RevealStyle>

const schemes = { light: 'light', dark: 'dark', system: 'light dark' } as const

const styleOf = ({ theme, hue, chroma }: RevealStyle) => `:root {
  color-scheme: ${schemes[theme]};
  --surface: light-dark(#fff, oklch(0.22 0.008 170));
  --ink: light-dark(oklch(0.23 0.015 170), oklch(0.955 0.006 160));
  --mute: light-dark(oklch(0.48 0.012 170), oklch(0.73 0.01 165));
  --brand: light-dark(oklch(0.45 ${chroma} ${hue}), oklch(0.8 ${chroma} ${hue}));
  --soft: light-dark(
    oklch(0.951 ${Math.min(chroma * 0.36, 0.035)} ${hue}),
    oklch(0.3 ${Math.min(chroma * 0.5, 0.07)} ${hue})
  );
}
`

/** Address of the stylesheet for a company's colours. */
export const revealStyleUrl = (publicUrl: string, { theme, hue, chroma }: RevealStyle): string => {
  const url = new URL(path, publicUrl)
  url.search = new URLSearchParams({ theme, hue: String(hue), chroma: String(chroma) }).toString()
  return url.toString()
}

/**
 * Serves the stylesheet for the issuer's page. That page has another origin and none of our cookies, so the
 * stylesheet is public and contains no personal data.
 */
export const mountRevealStyle = (app: FastifyInstance): void => {
  app.get(path, async (request, reply) => {
    const style = RevealStyle.safeParse(request.query)
    if (!style.success) return reply.code(404).type('text/css; charset=utf-8').send('')
    return reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=3600')
      .type('text/css; charset=utf-8')
      .send(styleOf(style.data))
  })
}
