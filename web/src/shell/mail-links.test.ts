import { mailPaths } from '@cardamom/contract/mail-paths'
import { expect, test } from 'vitest'
import { routes } from '../routes.tsx'

const formOf = (path: string) => path.replaceAll(/:\w+/g, ':x')
const areas = new Map(routes.map(({ path, area }) => [formOf(path), area]))

test.each(mailPaths.map((path) => [path]))('a link in mail to %s opens a page', (path) => {
  expect(['everyone', 'cardholder', 'signed-out']).toContain(areas.get(formOf(path)))
})

test('a signed-in person who presses "This wasn’t me" gets the page that helps', () => {
  expect(areas.get('/recover')).toBe('everyone')
})
