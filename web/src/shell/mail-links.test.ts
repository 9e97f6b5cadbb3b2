import { mailPaths } from '@cardamom/contract/mail-paths'
import { noteEntities } from '@cardamom/contract/notes/note-entities'
import { expect, test } from 'vitest'
import { adminRoutes } from '../admin-routes.tsx'
import { routes } from '../routes.tsx'

const formOf = (path: string) => path.replace(/\?.*/, '').replaceAll(/:\w+/g, ':x')
const areas = new Map([...routes, ...adminRoutes].map(({ path, area }) => [formOf(path), area]))

test.each(mailPaths.map((path) => [path]))('a link in mail to %s opens a page', (path) => {
  expect(['everyone', 'cardholder', 'signed-out', 'admin']).toContain(areas.get(formOf(path)))
})

test('a page of notes that a mail may link to is one of them', () => {
  for (const { path } of Object.values(noteEntities)) if (path !== null) expect(mailPaths).toContain(path)
})

test('a signed-in person who presses "This wasn’t me" gets the page that helps', () => {
  expect(areas.get('/recover')).toBe('everyone')
})
