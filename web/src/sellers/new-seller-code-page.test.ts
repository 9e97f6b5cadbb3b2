import { expect, test } from 'vitest'
import { proposedCode } from './new-seller-code-page.tsx'

test.each([
  ['Lucía Ferrer', /^LUCIA\d{4}$/],
  ['Maximiliano', /^MAXIMILI\d{4}$/],
  ['Ñ', /^NX\d{4}$/],
  ['李', /^XX\d{4}$/],
  ['', /^XX\d{4}$/],
])('the proposal for %s has at least six letters or digits', (name, form) => {
  expect(proposedCode(name)).toMatch(form)
})
