import { z } from 'zod'
import { payinCategories } from '../limits/payin-limits.ts'
import { listEndpoint } from '../list.ts'
import { Cents, SignedCents } from '../money.ts'
import { restrictableModules } from '../settings.ts'
import { Id } from '../wire.ts'

/** Both wallets of a company, and what it may do with them today. */
const TierMoney = z.object({
  regular: SignedCents,
  immediate: SignedCents,
  /** For withdrawals and cards that are not paid yet. */
  regularReserved: Cents,
  immediateReserved: Cents,
  /** The maximum emergency load of a card, and what is left on this business day for the card with the most use. */
  emergency: z.object({ maximum: Cents, left: Cents }),
  /** How far below zero the immediate wallet may go, and how far it is (domain §3). */
  allowance: Cents,
  allowanceUsed: Cents,
  /** What the company may still pay in or out today, by the limits in force. A day is the company's. */
  limits: z.array(z.object({ category: z.enum(payinCategories), daily: Cents, left: Cents })),
})

/** What a company earns: its own share, which no other level sees (domain §13). */
const TierShare = z.object({ regularPending: Cents, immediatePending: Cents, owed: Cents })

const TierRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  tier: z.number().int(),
  parentId: Id.nullable(),
  /** Null: it has no company above it, or the reader may not see that company. */
  parentName: z.string().nullable(),
  active: z.boolean(),
  /** Companies directly below it that the reader may see. */
  belowCount: z.number().int(),
  /** Modules that are switched off for its tier. */
  restrictions: z.array(z.enum(restrictableModules)),
  /** Null: the reader may not see wallets. */
  money: TierMoney.nullable(),
  /** Null: the reader may not see wallets, or it is another level's. */
  share: TierShare.nullable(),
  /** Settlements that are drawn up and not paid. Null as above, by the permission for settlements. */
  openSettlements: z.number().int().nullable(),
})

export const listTiers = listEndpoint({
  path: '/tiers',
  summary:
    'Companies that the reader may see as a tree, with balances, allowances, limits, restrictions and, of the reader’s own level, pending money',
  who: 'companies.view',
  row: TierRow,
  sorts: ['name', '-createdAt'],
  filters: {
    /** The companies directly below this one. */
    parentId: Id.optional(),
    /** `true`: the tops of the reader's tree, whose parents the reader does not see. */
    top: z.literal('true').optional(),
  },
  search: true,
  byId: true,
})
