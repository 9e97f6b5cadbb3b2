import type { PermissionTag } from '../roles.ts'
import type { SettingKey } from '../settings.ts'

/** How a form shows the value of a setting. Numbers are whole ones of a unit, amounts are USD. */
export type SettingKind =
  | 'yesNo'
  | 'hours'
  | 'seconds'
  | 'number'
  | 'money'
  | 'percent'
  | 'countries'
  | 'days'
  | 'minutes'
  | 'text'
  | 'wholeDays'
  | 'groups'
  | 'times'
  | 'tiers'
  | 'assets'
  | 'links'

type PageDeclaration = {
  /** The tag that changes its settings; `settings.view` reads them. */
  readonly tag: PermissionTag
  readonly settings: Readonly<Partial<Record<SettingKey, SettingKind>>>
}

/**
 * The pages of settings: which settings each has, how a form shows them, and who may change them. The schema and the
 * preset of a setting are in `settings.ts`, its texts in the catalogue under `settings.fields.<key>`. A page of two people
 * has no setting of a page of one.
 */
export const settingPages = {
  general: {
    tag: 'settings.general',
    settings: {
      supportedCountries: 'countries',
      holidays: 'days',
      kycAttemptLimit: 'number',
      kycReviewHours: 'hours',
      atmFee: 'money',
      foreignCurrencyFee: 'percent',
    },
  },
  authentication: {
    tag: 'settings.authentication',
    settings: {
      passwordMinimum: 'number',
      adminPasswordMinimum: 'number',
      passkeyGroups: 'groups',
      sessionIdleMinutes: 'minutes',
      sessionDays: 'wholeDays',
      adminSessionIdleMinutes: 'minutes',
      adminSessionHours: 'hours',
      hideAccountExistence: 'yesNo',
      credentialChangeWaitHours: 'hours',
      factorRecoveryWaitHours: 'hours',
      lockChoices: 'times',
      lockAfterSeconds: 'seconds',
      lockRedirectSeconds: 'seconds',
      renewalWarningSeconds: 'seconds',
    },
  },
  email: {
    tag: 'settings.email',
    settings: {
      emailSenderName: 'text',
      emailSenderAddress: 'text',
      emailReplyTo: 'text',
      supportEmail: 'text',
    },
  },
  gateway: {
    tag: 'settings.gateway',
    settings: {
      paymentAssets: 'assets',
      maximumEmergencyLoad: 'money',
      masterBalanceThreshold: 'money',
      refundMinimum: 'money',
      smallOverpayment: 'money',
      secondPersonReview: 'money',
      secondPersonTransfer: 'money',
      secondPersonAdjustment: 'money',
      secondPersonWire: 'money',
      secondPersonSettlement: 'money',
      withdrawalsPayFee: 'yesNo',
      withdrawalFee: 'money',
      newPayoutAddressWaitHours: 'hours',
      stablecoinAtPar: 'yesNo',
      sellerTwoShare: 'percent',
      referralMonths: 'number',
      explorerLinks: 'links',
    },
  },
  'tier-restrictions': {
    tag: 'settings.tier_restrictions',
    settings: { tierRestrictions: 'tiers' },
  },
} as const satisfies Record<string, PageDeclaration>

export type SettingPageName = keyof typeof settingPages
export const settingPageNames = Object.keys(settingPages) as [SettingPageName, ...SettingPageName[]]

/** Settings of a page. */
export type SettingOf<P extends SettingPageName> = keyof (typeof settingPages)[P]['settings'] & SettingKey
/** Settings that a page has. */
export type ListedSetting = { [P in SettingPageName]: SettingOf<P> }[SettingPageName]

export const settingsOfPage = (page: SettingPageName): ListedSetting[] =>
  Object.keys(settingPages[page].settings) as ListedSetting[]

/** Times of the lock screen that belong together, in seconds; `demo` has those of product §9. */
export const lockPresets = [
  { name: 'usual', lockAfterSeconds: 600, lockRedirectSeconds: 1800, renewalWarningSeconds: 1500 },
  { name: 'strict', lockAfterSeconds: 120, lockRedirectSeconds: 300, renewalWarningSeconds: 600 },
  { name: 'demo', lockAfterSeconds: 10, lockRedirectSeconds: 5, renewalWarningSeconds: 15 },
] as const satisfies readonly ({ readonly name: string } & {
  readonly [K in SettingOf<'authentication'> & `${'lock' | 'renewal'}${string}Seconds`]: number
})[]
