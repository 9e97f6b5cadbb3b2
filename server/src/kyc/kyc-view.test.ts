import { kycReasons, kycStatuses } from '@cardamom/contract/kyc'
import { describe, expect, it } from 'vitest'
import { statesOf } from '../kernel/states.ts'
import { decideKycStart, isVerified, kycTransitions } from './kyc-status.ts'
import { shownDocument, shownReason, standingOf, viewOf } from './kyc-view.ts'

const person = {
  id: '0192f0c0-0000-7000-8000-000000000001',
  companyId: '0192f0c0-0000-7000-8000-000000000002',
  email: 'mateo@example.com',
  firstName: 'Mateo',
  lastName: 'Quispe Rojas',
  birthDate: '1991-04-12',
  country: 'PE',
  isActive: true,
  isEmailVerified: true,
}

describe('what the page shows', () => {
  it('has an entry for every state of the table, and no other', () => {
    expect([...kycStatuses].toSorted()).toEqual(statesOf(kycTransitions).toSorted())
  })

  it('shows the answer of a start before the person tries it', () => {
    const able = { isActive: true, isEmailVerified: true, isAdult: true }
    for (const status of [null, ...statesOf(kycTransitions)]) {
      for (const left of [0, 1, 3]) {
        const shown = standingOf(status, left)
        const answer = decideKycStart({ status, left, ...able })
        const refusal = answer.accepted ? null : answer.code
        // A rejection with attempts left shows RJT001, and the person may try again.
        if (status === 'declined' && left > 0)
          expect(shown).toEqual({ code: 'RJT001', nextAction: 'try_again' })
        else expect(shown.code).toBe(refusal)
        const canContinue = !['wait', 'none'].includes(shown.nextAction)
        expect(canContinue).toBe(answer.accepted && !isVerified(status))
      }
    }
  })

  it('hides from the person what is only for the staff', () => {
    expect(shownReason('screening_hit')).toBe('manual')
    expect(shownReason('suspicious')).toBe('manual')
    expect(shownReason('image_quality')).toBe('image_quality')
    // The provider shows these two reasons on its own page.
    expect(shownReason('document_tampered')).toBe('document_tampered')
    expect(shownReason('document_used')).toBe('document_used')
    expect(shownReason(null)).toBeNull()
    expect(kycReasons.filter((reason) => shownReason(reason) !== reason)).toHaveLength(4)
  })

  it('shows only the last characters of a document number', () => {
    const facts = { ...person, documentType: 'ID_CARD', documentNumber: '48151417', validUntil: null }
    expect(shownDocument(facts)).toEqual({ type: 'ID_CARD', country: 'PE', ending: '417' })
    expect(shownDocument(null)).toBeNull()
  })

  it('starts with the registered data', () => {
    const view = viewOf({ person, viewed: null, limit: 3, flow: 'redirect', reviewBy: null })
    expect(view).toMatchObject({
      status: null,
      nextAction: 'start',
      attempts: { limit: 3, used: 0, left: 3 },
      form: { firstName: 'Mateo', lastName: 'Quispe Rojas', documentType: null, country: 'PE' },
      timeline: [],
      images: [],
    })
  })
})
