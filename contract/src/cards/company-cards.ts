import { z } from 'zod'
import { BulkNote, bulkEndpoint } from '../bulk.ts'
import { CardRow, cardForms, cardStates } from '../cards.ts'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { TestFilter } from '../identity/test-filter.ts'
import { Id, Instant } from '../wire.ts'

const CompanyCardRow = CardRow.pick({
  id: true,
  ref: true,
  status: true,
  inFlight: true,
  explanation: true,
  blockReason: true,
  form: true,
  finish: true,
  nameOnCard: true,
  lastDigits: true,
  bin: true,
  expiry: true,
  cif: true,
  clientCode: true,
  paymentStatus: true,
  enabled: true,
  balance: true,
  floating: true,
  available: true,
  createdAt: true,
}).extend({
  userId: Id,
  holderName: z.string(),
  holderEmail: z.string(),
  companyId: Id,
  companyName: z.string(),
  /** Name of the card type. */
  type: z.string(),
  activatedAt: Instant.nullable(),
  blockedAt: Instant.nullable(),
  /** Null: no person blocked it, or the reader may not see them. */
  blockedByName: z.string().nullable(),
  /** Why an administrator blocked it. */
  blockNote: z.string().nullable(),
  /** What the reader may do with the card now. */
  canBlock: z.boolean(),
  canUnblock: z.boolean(),
})

export const listCompanyCards = listEndpoint({
  path: '/company-cards',
  summary:
    'Cards of the people in scope, newest first; with `userId` those of one person; searched by last digits, reference, issuer id or client code',
  who: 'cards.view',
  row: CompanyCardRow,
  sorts: ['-createdAt', 'createdAt'],
  filters: {
    userId: Id.optional(),
    status: z.enum(cardStates).optional(),
    form: z.enum(cardForms).optional(),
    isTest: TestFilter.optional(),
  },
  tabs: {
    new: { status: 'new' },
    associated: { status: 'associated' },
    requested_activation: { status: 'requested_activation' },
    activated: { status: 'activated' },
    blocked: { status: 'blocked' },
  },
  days: 'createdAt',
  search: true,
  byId: true,
  csv: { tag: 'users.export', stepUp: 'S2' },
})

const CardParams = z.object({ id: Id })
const CardAfter = z.object({ status: z.enum(cardStates) })

export const blockCard = endpoint({
  method: 'POST',
  path: '/company-cards/:id/block',
  summary:
    'Block the card of a person; it is `pending` until the issuer has frozen it. A card that its holder paused stays paused, and only an administrator can resume it',
  who: 'cards.block',
  status: 202,
  params: CardParams,
  input: BulkNote,
  output: CardAfter,
  refusals: { record_not_found: 404, card_not_in_use: 409 },
})

export const unblockCard = endpoint({
  method: 'POST',
  path: '/company-cards/:id/unblock',
  summary: 'End the block of an administrator; the card is `pending` until the issuer has resumed it',
  who: 'cards.unblock',
  stepUp: 'S1',
  status: 202,
  params: CardParams,
  input: BulkNote,
  output: CardAfter,
  refusals: { record_not_found: 404, card_not_blocked: 409, block_not_yours: 409 },
})

/** Our code of a holder, unique in their company; capitals are typed or not. */
const ClientCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{6,20}$/, { error: 'client_code_invalid' })

export const changeClientCode = endpoint({
  method: 'POST',
  path: '/company-cards/:id/client-code',
  summary: 'Change the client code of the holder of a card; all cards of the holder show it',
  who: 'cards.associate',
  stepUp: 'S1',
  params: CardParams,
  input: z.object({ clientCode: ClientCode }),
  output: z.object({ clientCode: z.string() }),
  refusals: { record_not_found: 404, client_code_exists: 409, validation: 422 },
})

export const blockCards = bulkEndpoint(blockCard, {
  path: '/company-cards/bulk/block',
  summary: 'Block up to 100 cards, with a result for each',
})

export const unblockCards = bulkEndpoint(unblockCard, {
  path: '/company-cards/bulk/unblock',
  summary: 'End the blocks of up to 100 cards, with a result for each',
})
