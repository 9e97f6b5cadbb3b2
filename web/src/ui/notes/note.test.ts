import { expect, test } from 'vitest'
import { namedIn, typedMention, withMention } from './note.ts'

test('a name is typed after an @ that starts a word', () => {
  expect(typedMention('@')).toBe('')
  expect(typedMention('See this, @Ñan')).toBe('Ñan')
  expect(typedMention('See (@Ana Pa')).toBe('Ana Pa')
  for (const none of ['', 'ana@example', '@Ana Paz is', 'see @ ', '@Ana,'])
    expect(typedMention(none)).toBeNull()
})

test('a chosen name replaces what was typed of it, and the rest stays', () => {
  expect(withMention('See @an, please', 7, 'Ana Paz')).toEqual({ text: 'See @Ana Paz , please', at: 13 })
  expect(withMention('@', 1, 'Ana')).toEqual({ text: '@Ana ', at: 5 })
})

test('a person whose name was removed from the text is not mentioned', () => {
  const people = [
    { id: '1', name: 'Ana Paz' },
    { id: '2', name: 'Luz Vega' },
  ]
  expect(namedIn('Ask @Luz Vega', people)).toEqual(['2'])
})
