import { describe, expect, it } from 'vitest'
import { documentKey, guardFindings } from './kyc-guards.ts'
import type { GuardedApproval } from './kyc-guards.ts'

const facts = {
  firstName: 'LUCIA',
  lastName: 'FERRER',
  birthDate: '1991-04-12',
  documentType: 'ID_CARD',
  documentNumber: '48151623',
  country: 'PE',
  validUntil: '2031-05-02',
}
const clear: GuardedApproval = {
  facts,
  stated: { firstName: 'Lucía', lastName: 'Ferrer' },
  birthDate: '1991-04-12',
  today: '2026-11-20',
  isDocumentUsed: false,
  screening: 'clear',
  attempts: { used: 1, limit: 3 },
}
type ChangedFacts = { readonly [K in keyof typeof facts]?: string | null }
const withFacts = (changed: ChangedFacts) => {
  const { birthDate = clear.birthDate } = changed
  return guardFindings({ ...clear, birthDate, facts: { ...facts, ...changed } })
}

describe('our guards on an approval', () => {
  it('let a valid approval pass', () => {
    expect(guardFindings(clear)).toEqual([])
  })

  it('need 18 years on the document, to the day', () => {
    expect(withFacts({ birthDate: '2008-11-20' })).toEqual([])
    expect(withFacts({ birthDate: '2008-11-21' })).toEqual(['under_age'])
    expect(withFacts({ birthDate: null })).toEqual(['age_unknown'])
  })

  it('accept a document on its last day, and one that never expires', () => {
    expect(withFacts({ validUntil: '2026-11-20' })).toEqual([])
    expect(withFacts({ validUntil: '2026-11-19' })).toEqual(['document_expired'])
    expect(withFacts({ validUntil: null })).toEqual([])
  })

  it('compare the birth date with the registered one', () => {
    expect(guardFindings({ ...clear, birthDate: '1991-04-13' })).toEqual(['data_differs'])
  })

  it('compare the names', () => {
    expect(withFacts({ firstName: 'CARMEN' })).toEqual(['names_differ'])
  })

  it('require that no other person has the document, and that screening is clear', () => {
    expect(guardFindings({ ...clear, isDocumentUsed: true })).toEqual(['document_used'])
    expect(guardFindings({ ...clear, screening: 'hit' })).toEqual(['screening_hit'])
    expect(guardFindings({ ...clear, screening: 'unavailable' })).toEqual(['screening_unavailable'])
  })

  it('count an approval beyond the limit of attempts', () => {
    expect(guardFindings({ ...clear, attempts: { used: 3, limit: 3 } })).toEqual([])
    expect(guardFindings({ ...clear, attempts: { used: 4, limit: 3 } })).toEqual(['too_many_tries'])
  })

  it('return every finding', () => {
    const bad = { ...facts, firstName: 'X', validUntil: '2020-01-01', birthDate: '2015-01-01' }
    expect(guardFindings({ ...clear, facts: bad, screening: 'hit' })).toEqual([
      'under_age',
      'document_expired',
      'data_differs',
      'names_differ',
      'screening_hit',
    ])
  })
})

describe('the key of a document', () => {
  it('ignores punctuation and letter case', () => {
    expect(documentKey({ ...facts, documentNumber: 'ab-12 34', country: 'pe' })).toBe('PE:AB1234')
    expect(documentKey({ ...facts, country: null })).toBe(':48151623')
  })
  it('is null when no number was read', () => {
    expect(documentKey({ ...facts, documentNumber: ' - ' })).toBeNull()
  })
})
