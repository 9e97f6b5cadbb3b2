import { expect, test } from 'vitest'
import { asRead, withNewest, type NotificationPage } from './notification-pages.ts'

const item = (id: string, readAt: string | null = null) => ({
  id,
  kind: 'purchase',
  facts: {},
  path: null,
  readAt,
  at: '2026-11-20T15:00:00Z',
})
const page = (ids: readonly string[], unread = 3): NotificationPage => ({
  items: ids.map((id) => item(id)),
  nextCursor: ids.at(-1) ?? null,
  count: 4,
  countIsCapped: false,
  unread,
})
const idsOf = (pages: readonly NotificationPage[]) => pages.flatMap(({ items }) => items.map(({ id }) => id))

test('a new row comes first, and no other row is lost', () => {
  const pages = [page(['d', 'c']), page(['b', 'a'])]
  expect(idsOf(withNewest(pages, page(['e', 'd'])))).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('a row that has news again comes to the top and is listed once', () => {
  const pages = [page(['d', 'c']), page(['b', 'a'])]
  expect(idsOf(withNewest(pages, page(['a', 'd'])))).toEqual(['a', 'd', 'c', 'b'])
})

test('a single shown page is replaced by the newest page', () => {
  expect(idsOf(withNewest([page(['d', 'c'])], page(['e', 'd'])))).toEqual(['e', 'd'])
})

test('the cursor stays that of the last page', () => {
  const pages = withNewest([page(['d', 'c']), page(['b', 'a'])], page(['e', 'd']))
  expect(pages.at(-1)?.nextCursor).toBe('a')
})

test('the named rows are marked as read, and the others stay', () => {
  const pages = asRead([page(['b', 'a'])], { ids: ['a'], unread: 1 })
  expect(pages[0]?.items.map(({ readAt }) => readAt !== null)).toEqual([false, true])
  expect(pages[0]?.unread).toBe(1)
})

test('rows that were read elsewhere are read here too', () => {
  const pages = withNewest([page(['d', 'c']), page(['b', 'a'])], page(['d', 'c'], 0))
  const deeper = pages.slice(1).flatMap(({ items }) => items)
  expect(deeper.every(({ readAt }) => readAt !== null)).toBe(true)
})
