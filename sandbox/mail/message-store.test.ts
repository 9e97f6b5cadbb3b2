import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { findFacts, plainText } from './message-facts.ts'
import { createMessageStore, maxMessages, type NewMessage } from './message-store.ts'

const message = (change: Partial<NewMessage>): NewMessage => ({
  channel: 'email',
  kind: 'email',
  to: 'ana@example.com',
  from: '',
  subject: '',
  text: '',
  html: null,
  link: null,
  code: null,
  sid: null,
  at: new Date('2026-11-20T15:00:00Z'),
  attachments: [],
  ...change,
})

test('only the newest messages are stored, with their attachments', () => {
  const store = createMessageStore(new DatabaseSync(':memory:'))
  const attachments = [{ name: 'a.pdf', mimeType: 'application/pdf', content: new Uint8Array([1]) }]
  for (let count = 1; count <= maxMessages + 3; count += 1) {
    store.add(message({ subject: `No. ${count}`, attachments: count <= 4 ? attachments : [] }))
  }
  const all = store.list({ limit: maxMessages + 10 })
  expect(all).toHaveLength(maxMessages)
  expect(all[0]?.subject).toBe(`No. ${maxMessages + 3}`)
  expect(all.at(-1)?.subject).toBe('No. 4')
  expect(store.get('3')).toBeNull()
  expect(store.attachment('3')).toBeNull()
  expect(store.attachmentsOf('4')).toEqual([{ id: '4', name: 'a.pdf', sizeBytes: 1 }])
})

test('a search uses its text literally', () => {
  const store = createMessageStore(new DatabaseSync(':memory:'))
  store.add(message({ text: 'You saved 50% today' }))
  store.add(message({ text: 'You saved 500 today' }))
  store.add(message({ to: 'under_score@example.com' }))
  const found = (search: string) => store.list({ search, limit: 10 }).length
  expect(found('50%')).toBe(1)
  expect(found('SAVED')).toBe(2)
  expect(found('under_score')).toBe(1)
  expect(found('_')).toBe(1)
  expect(found(`' or 1=1 --`)).toBe(0)
})

describe('codes and links', () => {
  test.each([
    ['Your code is 493027.', '493027'],
    ['493027', '493027'],
    ['Code:493027', '493027'],
    ['Code: 493027, valid 5 min', '493027'],
    ['Amount $493027', null],
    ['Amount 493027.50', null],
    ['Ref 1493027', null],
    ['Ref A493027', null],
    ['http://localhost/493027', null],
  ])('%s', (text, code) => {
    expect(findFacts({ text, html: null }).code).toBe(code)
  })

  test('punctuation of the sentence is no part of a link', () => {
    const link = (text: string) => findFacts({ text, html: null }).link
    expect(link('Go to http://localhost:4000/a?b=1&c=2.')).toBe('http://localhost:4000/a?b=1&c=2')
    expect(link('(see http://localhost:4000/a)')).toBe('http://localhost:4000/a')
    expect(link('nothing')).toBeNull()
  })

  test('HTML becomes text, line by line', () => {
    const html =
      '<head><title>x</title></head><p>One &amp; two</p><div>Three<br>four</div><script>no()</script>'
    expect(plainText(html)).toBe('One & two\nThree\nfour')
  })
})
