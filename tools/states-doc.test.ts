import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { transitionsOf } from '../server/src/kernel/states.ts'
import { loadTransitions } from '../server/src/loads/load-status.ts'
import { renderStates, statesPage } from './states-doc.ts'
import { allTransitions } from './transitions-sql.ts'

it('docs/states.md matches the tables (else: node tools/states-doc.ts)', () => {
  expect(readFileSync(statesPage, 'utf8')).toBe(renderStates())
})

it('names every transition of a table once', () => {
  const page = renderStates()
  const load = page.slice(page.indexOf('## Load'), page.indexOf('## Transfer on the chain'))
  for (const { from, event, to } of transitionsOf(loadTransitions)) {
    expect(load.split(`| \`${from}\` | \`${event}\` | \`${to}\` |`)).toHaveLength(2)
  }
})

it('has a section of every table of transitions', () => {
  expect(renderStates().match(/^Table: /gm)).toHaveLength(allTransitions.length)
})
