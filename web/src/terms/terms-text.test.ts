import { expect, test } from 'vitest'
import { compareLines, linesOf, onlyChanges, pageOf, typedSections } from './terms-text.ts'

const page = {
  title: 'Terms',
  sections: [
    { heading: '1. What this is', paragraphs: ['A card.', 'A second paragraph.'] },
    { heading: '2. Who', paragraphs: ['You are 18.'] },
  ],
}

test('typed sections become the same page again', () => {
  expect(pageOf(page.title, typedSections(page))).toEqual(page)
})

test('text before the first heading has no heading, so that the call refuses it', () => {
  expect(pageOf('Terms', 'Lost\n# One\nText').sections).toEqual([
    { heading: '', paragraphs: ['Lost'] },
    { heading: 'One', paragraphs: ['Text'] },
  ])
})

test('a changed paragraph is removed and added, and all other lines are the same', () => {
  const next = {
    ...page,
    sections: [...page.sections.slice(0, 1), { heading: '2. Who', paragraphs: ['You are 21.'] }],
  }
  const lines = compareLines(linesOf(page), linesOf(next))
  expect(lines.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'You are 18.' },
    { kind: 'added', text: 'You are 21.' },
  ])
  expect(lines).toHaveLength(7)
  expect(compareLines([], ['a'])).toEqual([{ kind: 'added', text: 'a' }])
  expect(compareLines(['a', 'b'], ['b'])).toEqual([
    { kind: 'removed', text: 'a' },
    { kind: 'same', text: 'b' },
  ])
})

test('only changes are shown, each below the heading of its section', () => {
  const before = ['Terms', '# One', 'a', 'b', '# Two', 'c', '# Three', 'd']
  const after = ['Terms', '# One', 'a', 'b', '# Two', 'c', 'new', '# Three', 'e']
  expect(onlyChanges(compareLines(before, after))).toEqual([
    { kind: 'same', text: '# Two' },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: '# Three' },
    { kind: 'removed', text: 'd' },
    { kind: 'added', text: 'e' },
  ])
})
