import type { DemoAction } from './demo-script.ts'

export type Speed = 'regular' | 'immediate'

/** What administrators do with the money of companies. A key names what a later action continues. */
export type PartnerAction =
  | {
      readonly kind: 'wire'
      readonly key: string
      readonly company: string
      readonly wallet: Speed
      readonly gross: string
      readonly fee: string
      /** Who approves it, where it is above the limit. Absent: nobody yet, or one person is enough. */
      readonly approvedBy?: string
    }
  | { readonly kind: 'match_wire'; readonly key: string; readonly amount: string }
  | { readonly kind: 'reverse_wire'; readonly key: string; readonly approvedBy: string }
  | {
      readonly kind: 'coin_deposit'
      readonly company: string
      readonly wallet: Speed
      readonly amount: string
      readonly asset: 'USDC' | 'USDT'
    }
  | {
      readonly kind: 'adjust'
      readonly company: string
      readonly wallet: Speed
      readonly type: 'credit' | 'debit'
      readonly amount: string
      readonly note: string
      readonly approvedBy?: string
    }
  | {
      readonly kind: 'transfer'
      readonly key: string
      readonly from: string
      readonly to: string
      readonly wallet: Speed
      readonly total: string
      readonly fee: string
      readonly note: string
    }
  | { readonly kind: 'transfer_back'; readonly key: string; readonly note: string }
  | {
      readonly kind: 'card_load'
      readonly from: string
      readonly wallet: Speed
      readonly card: string
      readonly total: string
      readonly fee: string
      /** The refusal that the person gets. */
      readonly refusedAs?: string
    }
  | { readonly kind: 'allowance'; readonly company: string; readonly amount: string }
  | {
      readonly kind: 'settle_by_hand'
      readonly company: string
      readonly wallet: Speed
      readonly line: string
      readonly note: string
      readonly approvedBy: string
    }
  | { readonly kind: 'address'; readonly label: string; readonly address: string }
  | { readonly kind: 'withdraw'; readonly key: string; readonly wallet: Speed; readonly total: string }
  | { readonly kind: 'approve_withdrawal'; readonly key: string }
  | { readonly kind: 'reject_withdrawal'; readonly key: string; readonly note: string }
  | { readonly kind: 'cancel_withdrawal'; readonly key: string }

export type PartnerEvent = {
  /** Business days since the first one that starts after the demo does, and the UTC hour on that day. */
  readonly at: readonly [day: number, hour: number]
  readonly who: string
  readonly action: PartnerAction | DemoAction
  readonly key?: string
}

const partnerKinds: ReadonlySet<string> = new Set<PartnerAction['kind']>([
  'wire',
  'match_wire',
  'reverse_wire',
  'coin_deposit',
  'adjust',
  'transfer',
  'transfer_back',
  'card_load',
  'allowance',
  'settle_by_hand',
  'address',
  'withdraw',
  'approve_withdrawal',
  'reject_withdrawal',
  'cancel_withdrawal',
])
export const isPartnerAction = (action: PartnerAction | DemoAction): action is PartnerAction =>
  partnerKinds.has(action.kind)
