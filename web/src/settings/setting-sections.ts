import type { ListedSetting, SettingKind } from '@cardamom/contract/settings/setting-pages'
import { kindOf } from './setting-value.ts'

/** The panel that shows each setting. Settings of a panel follow each other on their page. */
const sections = {
  supportedCountries: 'calendar',
  holidays: 'calendar',
  kycAttemptLimit: 'identity',
  kycReviewHours: 'identity',
  atmFee: 'issuerFees',
  foreignCurrencyFee: 'issuerFees',
  passwordMinimum: 'credentials',
  adminPasswordMinimum: 'credentials',
  passkeyGroups: 'credentials',
  sessionIdleMinutes: 'sessions',
  sessionDays: 'sessions',
  adminSessionIdleMinutes: 'sessions',
  adminSessionHours: 'sessions',
  hideAccountExistence: 'protection',
  credentialChangeWaitHours: 'protection',
  factorRecoveryWaitHours: 'protection',
  lockChoices: 'lock',
  lockAfterSeconds: 'lock',
  lockRedirectSeconds: 'lock',
  renewalWarningSeconds: 'lock',
  emailSenderName: 'sender',
  emailSenderAddress: 'sender',
  emailReplyTo: 'sender',
  supportEmail: 'sender',
  paymentAssets: 'coins',
  maximumEmergencyLoad: 'loads',
  masterBalanceThreshold: 'loads',
  refundMinimum: 'loads',
  smallOverpayment: 'loads',
  secondPersonReview: 'loads',
  secondPersonTransfer: 'wallets',
  secondPersonAdjustment: 'wallets',
  secondPersonWire: 'wallets',
  secondPersonSettlement: 'wallets',
  withdrawalsPayFee: 'wallets',
  withdrawalFee: 'wallets',
  newPayoutAddressWaitHours: 'wallets',
  stablecoinAtPar: 'wallets',
  sellerTwoShare: 'splits',
  referralMonths: 'splits',
  explorerLinks: 'explorers',
  tierRestrictions: 'tiers',
} as const satisfies Record<ListedSetting, string>

type Section = (typeof sections)[ListedSetting]

/** The panels of a page with their settings, in the order of the page. */
export const sectionsOf = <Field extends { readonly name: string }>(fields: readonly Field[]) => {
  const found = new Map<Section, Field[]>()
  for (const field of fields) {
    const section = sections[field.name as ListedSetting]
    found.set(section, [...(found.get(section) ?? []), field])
  }
  return [...found]
}

const narrowKinds: readonly SettingKind[] = [
  'number',
  'hours',
  'seconds',
  'minutes',
  'wholeDays',
  'money',
  'percent',
  'yesNo',
]

/** Whether two such fields fit next to each other. */
export const isNarrow = ({ name }: { readonly name: string }): boolean => narrowKinds.includes(kindOf(name))
