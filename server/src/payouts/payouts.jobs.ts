import type { Kernel } from '../kernel/module.ts'
import type { PayoutOwner } from './payout.ts'

export type PayoutNeeds = { readonly owners: readonly PayoutOwner[] }

/** Payouts on the chain, for the modules that own them (domain §9, money §4.6). */
export const payoutsModule = (_kernel: Kernel, _needs: PayoutNeeds) => {}
