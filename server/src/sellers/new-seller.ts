import { accepted, refused, type Answer, type RefusedAnswer } from '../kernel/answer.ts'

const cardholder = 2
const sellerOne = 7
const sellerTwo = 8

type Person = {
  readonly id: string
  readonly companyId: string
  readonly roleId: number
  readonly active: boolean
}

const wrongRecruiter = refused('validation', { data: { errors: { recruitedById: ['invalid'] } } })

/**
 * What a person becomes who gets a seller code: a cardholder becomes a seller one, or the seller two of a seller one of the
 * same company. Null: nothing changes. A seller two stays with the seller one who recruited them.
 */
export const judgeNewSeller = ({
  owner,
  recruitedById,
  recruiter,
  known,
}: {
  readonly owner: Person
  readonly recruitedById: string | null
  readonly recruiter: Person | null
  /** The person's record as a seller. */
  readonly known: { readonly recruitedBy: string | null } | null
}): Answer<{ roleId: number; recruitedBy: string | null } | null, 'validation'> => {
  const { roleId } = owner
  if (recruitedById === null) {
    if (roleId === cardholder) return accepted({ roleId: sellerOne, recruitedBy: null })
    return accepted(known || roleId === sellerTwo ? null : { roleId, recruitedBy: null })
  }
  if (known !== null && known.recruitedBy === recruitedById && roleId === sellerTwo) return accepted(null)
  const isSellerOne =
    recruiter !== null &&
    recruiter.roleId === sellerOne &&
    recruiter.active &&
    recruiter.companyId === owner.companyId &&
    recruiter.id !== owner.id
  const mayJoin = roleId === cardholder || (roleId === sellerTwo && (known?.recruitedBy ?? null) === null)
  return isSellerOne && mayJoin ? accepted({ roleId: sellerTwo, recruitedBy: recruitedById }) : wrongRecruiter
}

type Validity = {
  readonly validFrom: Date
  readonly validTo: Date | null
  readonly maxUses: number | null
}

const wrong = (field: string, code: string): RefusedAnswer<'validation'> =>
  refused('validation', { data: { errors: { [field]: [code] } } })

/** Whether a code may have these days and uses: it ends after it starts, and has no fewer uses than it had. */
export const judgeValidity = (
  present: Validity & { readonly uses: number },
  changes: Partial<Validity>,
): Answer<Partial<Validity>, 'validation'> => {
  const { validFrom, validTo, maxUses } = { ...present, ...changes }
  if (validTo !== null && validTo <= validFrom) return wrong('lastDay', 'span_turned')
  if (maxUses !== null && maxUses < present.uses) return wrong('maxUses', 'uses_below')
  return accepted(changes)
}
