import type { DeclineReason } from '@cardamom/contract/cards/declines'
import {
  Ban,
  Banknote,
  CalendarX,
  CircleX,
  Gauge,
  KeyRound,
  Pause,
  ShieldAlert,
  Store,
  WalletMinimal,
  type LucideIcon,
} from 'lucide-react'

const ofDecline: Partial<Record<DeclineReason, LucideIcon>> = {
  insufficient_funds: WalletMinimal,
  card_frozen: Pause,
  card_blocked: Ban,
  card_not_activated: KeyRound,
  card_expired: CalendarX,
  merchant_blocked: Store,
  incorrect_cvv: KeyRound,
  incorrect_pin: KeyRound,
  atm_disabled: Banknote,
  transaction_limit_exceeded: Gauge,
  daily_limit_exceeded: Gauge,
  monthly_limit_exceeded: Gauge,
  suspected_fraud: ShieldAlert,
}

/** Icon of a declined payment, by its reason. */
export const declineIcon = (reason: DeclineReason): LucideIcon => ofDecline[reason] ?? CircleX
