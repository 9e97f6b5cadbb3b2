import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountRevealStyle, revealStyleUrl } from './reveal-style.ts'

const served = async (url: string) => {
  const app = Fastify()
  mountRevealStyle(app)
  const { pathname, search } = new URL(url, 'http://localhost')
  return app.inject({ url: `${pathname}${search}` })
}

test("the issuer's page may link the company's colours from another origin", async () => {
  const url = revealStyleUrl('http://localhost:4000', { theme: 'dark', hue: 284, chroma: 0.15 })
  const answer = await served(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('text/css')
  expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(answer.body).toContain('oklch(0.8 0.15 284)')
})

test.each([
  ['light', 'color-scheme: light;'],
  ['dark', 'color-scheme: dark;'],
  ['system', 'color-scheme: light dark;'],
] as const)('a person who chose %s sees it in the frame, too', async (theme, line) => {
  const answer = await served(revealStyleUrl('http://localhost:4000', { theme, hue: 162, chroma: 0.09 }))
  expect(answer.body).toContain(line)
})

test('the stylesheet accepts only numbers and a theme', async () => {
  const hostile = '/api/card-number.css?theme=dark&hue=1);background:url(x)&chroma=0.1'
  const answer = await served(hostile)
  expect([answer.statusCode, answer.body]).toEqual([404, ''])
})
