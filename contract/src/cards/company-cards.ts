import { z } from 'zod'
import { CardRow, cardStates } from '../cards.ts'
import { listEndpoint } from '../list.ts'
import { TestFilter } from '../identity/test-filter.ts'
import { Id } from '../wire.ts'

const CompanyCardRow = CardRow.pick({
  id: true,
  ref: true,
  status: true,
  explanation: true,
  form: true,
  finish: true,
  nameOnCard: true,
  lastDigits: true,
  expiry: true,
  balance: true,
  available: true,
  createdAt: true,
}).extend({
  userId: Id,
  companyId: Id,
  /** Name of the card type. */
  type: z.string(),
})

export const listCompanyCards = listEndpoint({
  path: '/company-cards',
  summary:
    'Cards of the people in scope, newest first; with `userId` those of one person; searched by last digits, reference, issuer id or client code',
  who: 'cards.view',
  row: CompanyCardRow,
  sorts: ['-createdAt', 'createdAt'],
  filters: { userId: Id.optional(), status: z.enum(cardStates).optional(), isTest: TestFilter.optional() },
  search: true,
})
