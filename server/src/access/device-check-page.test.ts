import { expect, test } from 'vitest'
import { filledPage, onwardPath } from './device-check-page.ts'

test.each(['/', '/security', '/cards/1?tab=2', '/recover/token'])('continues to %s', (path) => {
  expect(onwardPath(path)).toBe(path)
})

test.each([
  undefined,
  '',
  'cards',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  'javascript:alert(1)',
  ['/a', '/b'],
  '/device-check?next=/device-check',
])('goes to the start page rather than to %j', (wanted) => {
  expect(onwardPath(wanted)).toBe('/')
})

test('filled-in values stay text', () => {
  expect(filledPage('<p title="{{a}}">{{b}} {{c}}</p>', { a: `"><b>'&`, b: '{{a}}' })).toBe(
    '<p title="&#34;&#62;&#60;b&#62;&#39;&#38;">{{a}} </p>',
  )
})
