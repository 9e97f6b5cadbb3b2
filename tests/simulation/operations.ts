import { continuePayment, fundMaster, pauseOrResume, swipe } from './card-operations.ts'
import {
  adjustWallet,
  decideSettlement,
  loadCardFromWallet,
  reverseTransfer,
  transferMoney,
} from './company-operations.ts'
import { decideDeposit, enterWire, matchWire, quoteDeposit, reverseTopUp } from './deposit-operations.ts'
import {
  adjustByHand,
  adjustFeeds,
  breakChain,
  breakIssuer,
  breakWebhooks,
  delayIssuer,
  loseCredits,
  mend,
  restart,
  wait,
} from './fault-operations.ts'
import {
  cancelLoad,
  mineBlocks,
  payLoad,
  payTwice,
  quoteLoad,
  reorganise,
  repeatRequest,
} from './payment-operations.ts'
import { decidePart, quoteForTwo, reverseLoad, undoLoad } from './part-operations.ts'
import type { RunState } from './run-state.ts'
import { setAllowance, changeParent, changeCompany, scheduleFees, useAllowance } from './tree-operations.ts'
import { breakPayments, decideWithdrawal, withdraw } from './withdrawal-operations.ts'
import type { PlantedBug } from './world.ts'

export type Operation = { readonly weight: number; readonly run: (state: RunState) => Promise<string> }

/** Actions that are more frequent in runs with a planted bug, so that a few seeds find it. */
export const emphasis: Readonly<Record<PlantedBug, readonly Operation['run'][]>> = {
  credit_again_without_reading: [quoteLoad, mineBlocks, loseCredits],
  late_row_for_the_next_load: [payTwice],
  scanner_ignores_parents: [quoteLoad, reorganise],
  keys_forgotten: [quoteLoad, repeatRequest],
}
export const emphasised = 8

export const operations: readonly Operation[] = [
  { weight: 8, run: quoteLoad },
  { weight: 12, run: payLoad },
  { weight: 0.5, run: payTwice },
  { weight: 4, run: mineBlocks },
  { weight: 3, run: reorganise },
  { weight: 1, run: cancelLoad },
  { weight: 2, run: repeatRequest },
  { weight: 6, run: swipe },
  { weight: 6, run: continuePayment },
  { weight: 2, run: pauseOrResume },
  { weight: 1, run: fundMaster },
  { weight: 3, run: adjustWallet },
  { weight: 4, run: transferMoney },
  { weight: 3, run: loadCardFromWallet },
  { weight: 1, run: reverseTransfer },
  { weight: 2, run: enterWire },
  { weight: 1, run: matchWire },
  { weight: 1, run: reverseTopUp },
  { weight: 2, run: quoteDeposit },
  { weight: 0.5, run: decideDeposit },
  { weight: 3, run: withdraw },
  { weight: 1.5, run: decideWithdrawal },
  { weight: 1.5, run: setAllowance },
  { weight: 1, run: useAllowance },
  { weight: 2, run: changeParent },
  { weight: 1, run: changeCompany },
  { weight: 1, run: scheduleFees },
  { weight: 1, run: breakPayments },
  { weight: 3, run: breakIssuer },
  { weight: 1, run: loseCredits },
  { weight: 1, run: delayIssuer },
  { weight: 0.3, run: adjustByHand },
  { weight: 2, run: breakWebhooks },
  { weight: 1, run: breakChain },
  { weight: 1, run: adjustFeeds },
  { weight: 2, run: mend },
  { weight: 8, run: wait },
  { weight: 0.5, run: restart },
]

/** What becomes of paid loads by people; runs with a planted bug do without. */
export const partOperations: readonly Operation[] = [
  { weight: 4, run: quoteForTwo },
  { weight: 8, run: undoLoad },
  { weight: 6, run: reverseLoad },
  { weight: 5, run: decidePart },
]

/** What companies do with the money of settled shares, after the last day. */
export const settledOperations: readonly Operation[] = [
  { weight: 3, run: decideSettlement },
  { weight: 2, run: transferMoney },
  { weight: 1, run: loadCardFromWallet },
  { weight: 1, run: reverseTransfer },
  { weight: 2, run: reverseTopUp },
  { weight: 2, run: withdraw },
  { weight: 1, run: decideWithdrawal },
  { weight: 1, run: useAllowance },
]
