import { z } from 'zod'
import { countryCodes, isCountryCode } from './countries.ts'
import { Cents, FeePercent, Percent } from './money.ts'
import { Email } from './identity/person-fields.ts'
import { CalendarDate, typedText } from './wire.ts'

type Setting = { readonly schema: z.ZodType; readonly preset: unknown }
const setting = <S extends z.ZodType>(schema: S, preset: z.output<S>) => ({ schema, preset })

const emailOrNone = z.union([z.literal(''), Email])
const dollars = (amount: bigint) => amount * 100n
const hours = (most: number) => z.number().int().min(0).max(most)

/** Modules that can be switched off for all companies of a tier (domain §3). */
export const restrictableModules = [
  'loads.immediate',
  'transfers',
  'withdrawals',
  'cards.request',
  'users',
  'webhooks',
  'fees.view',
] as const
export type RestrictableModule = (typeof restrictableModules)[number]
/** Kinds of people by their role; administrators are all but the two top roles. */
export const passkeyGroups = ['cardholders', 'sellers', 'administrators', 'topAdministrators'] as const
export type PasskeyGroup = (typeof passkeyGroups)[number]
const TierRestriction = z.object({
  tier: z.number().int().min(1).max(4),
  module: z.enum(restrictableModules),
})
/** Whether payers may pay with a coin of a network, and its smallest load; 0: no minimum of its own. */
const PaymentAssetRule = z.object({
  asset: z.string().min(1).max(20),
  network: z.string().min(1).max(40),
  isOffered: z.boolean(),
  minimum: Cents,
})
/** The id of a transaction goes into this part of an address of an explorer. */
export const explorerSlot = '{tx}'
/** Whether a transaction id can be put into an address: https only, and never into its host. */
const isExplorerLink = (typed: string): boolean => {
  if (typed.split(explorerSlot).length !== 2 || /[\s\\\p{Cc}]/u.test(typed)) return false
  const url = URL.parse(typed.replace(explorerSlot, 'tx'))
  const host = /^https:\/\/([^/]+)\//.exec(typed)?.[1]
  return url?.protocol === 'https:' && host?.includes('{') === false && url.username + url.password === ''
}
/** The page of a transaction at an explorer of a network. */
const ExplorerLinks = z
  .array(
    z.object({
      network: z.string().min(1).max(40),
      link: z.string().max(300).refine(isExplorerLink, { error: 'explorer_invalid' }),
    }),
  )
  .max(20)
  .refine((all) => new Set(all.map(({ network }) => network)).size === all.length, { error: 'invalid' })
const mostAssets = 100
const PaymentAssetRules = z
  .array(PaymentAssetRule)
  .max(mostAssets)
  .refine((all) => new Set(all.map(({ asset, network }) => `${asset} ${network}`)).size === all.length, {
    error: 'invalid',
  })

/**
 * Settings that the operator can change while the product runs, each with its schema and its preset. The
 * stored value is the wire's (money as text). Sources of the numbers: domain §3 to §7, security §3.
 */
export const settings = {
  /** True: show `email_not_found` and `email_taken`. False: hide whether an account exists (api §10). */
  hideAccountExistence: setting(z.boolean(), false),
  /** Shortest password of cardholders and sellers (security §3). */
  passwordMinimum: setting(z.number().int().min(6).max(64), 6),
  /** Shortest password for roles in the admin area (security §3). */
  adminPasswordMinimum: setting(z.number().int().min(6).max(64), 12),
  /** Attempts of one KYC case (domain §10). */
  kycAttemptLimit: setting(z.number().int().min(1).max(10), 3),
  /** Business hours until the team decides a case under review; the person sees the date. */
  kycReviewHours: setting(z.number().int().min(1).max(240), 24),
  /** Never empty: otherwise nobody could register or change a profile. */
  supportedCountries: setting(
    z
      .array(z.string().refine(isCountryCode, { error: 'country_invalid' }))
      .min(1, 'required')
      .max(countryCodes.length),
    [...countryCodes],
  ),
  /** Above these amounts a second person approves an adjustment or a transfer (domain §7). */
  secondPersonAdjustment: setting(Cents, dollars(500n)),
  secondPersonTransfer: setting(Cents, dollars(10_000n)),
  /** Above these amounts a second person approves a wire that was entered, and a settlement (domain §7). */
  secondPersonWire: setting(Cents, dollars(5000n)),
  secondPersonSettlement: setting(Cents, dollars(10_000n)),
  /** Above this amount two people decide on a payment in review; 0: always (domain §5). */
  secondPersonReview: setting(Cents, 0n),
  /** Maximum of immediate loads for one card on one business day (domain §3). */
  maximumEmergencyLoad: setting(Cents, dollars(2000n)),
  /** Below this float in the master account there is an alarm on its page and on the homes of who may see it; 0: never. */
  masterBalanceThreshold: setting(Cents, 0n),
  /**
   * Where it differs from what is usual: every coin of the connected chain is offered, without a minimum of its own. It
   * applies to new quotes; quoted loads are paid and credited as they were quoted.
   */
  paymentAssets: setting(PaymentAssetRules, []),
  /** Where people see a transaction, by network. A network without one, such as the embedded chain, has no links. */
  explorerLinks: setting(ExplorerLinks, []),
  /** Modules that are switched off, by tier of the company (domain §3). */
  tierRestrictions: setting(z.array(TierRestriction).max(4 * restrictableModules.length), []),
  /**
   * Basis points that a quote subtracts from the market rate, by asset; `other` for assets that are not
   * listed.
   */
  spreadBps: setting(z.record(z.string(), z.number().int().min(0).max(1000)), {
    USDC: 0,
    USDT: 50,
    DAI: 50,
    other: 100,
  }),
  /** The card issuer's fee for a withdrawal at a cash machine, shown on the fees page. */
  atmFee: setting(Cents, 250n),
  /** The card issuer's fee on a payment that is not in US dollars, shown on the fees page. */
  foreignCurrencyFee: setting(FeePercent, 10_000n),
  /** A withdrawal in a coin of USD pays 1.00 for each, whatever its rate is. Loads are always valued at the rate. */
  stablecoinAtPar: setting(z.boolean(), true),
  /** Below this amount only *credit what came* is offered (domain §5). */
  refundMinimum: setting(Cents, dollars(5n)),
  /**
   * An overpayment up to this amount is credited with the load, without a choice of the payer (domain §5).
   */
  smallOverpayment: setting(Cents, dollars(5n)),
  /** Days of the operator's calendar that are not business days (domain §3). */
  holidays: setting(z.array(CalendarDate).max(366), []),
  /** Share of the tier-4 part for a seller two; the rest goes to the seller one (domain §4). */
  sellerTwoShare: setting(Percent, 800_000n),
  /** Months after a registration in which the referrer earns (domain §4). */
  referralMonths: setting(z.number().int().min(0).max(120), 12),
  /** Whether withdrawals pay a fee. While it is off, they are free, and the fee is as it was (domain §9). */
  withdrawalsPayFee: setting(z.boolean(), true),
  /** The flat fee inside a withdrawal. */
  withdrawalFee: setting(
    Cents.refine((cents) => cents > 0n, { error: 'fee_zero' }),
    dollars(1n),
  ),
  /** Hours until a new address of the book can be used (domain §9). */
  newPayoutAddressWaitHours: setting(hours(720), 24),
  /** Hours in which withdrawals wait after a change of factor, e-mail or password (security §3). */
  credentialChangeWaitHours: setting(hours(720), 24),
  /** Hours until lost factors are removed; every address is told meanwhile (permissions §3). */
  factorRecoveryWaitHours: setting(z.number().int().min(1).max(720), 24),
  /** Sender of mail of the operator's own company; the empty text: the name of the company. */
  emailSenderName: setting(typedText({ min: 0, max: 80 }), ''),
  /** The empty text: the address of the configuration. */
  emailSenderAddress: setting(emailOrNone, ''),
  /** Where answers go if a company has no contact address. */
  emailReplyTo: setting(emailOrNone, ''),
  /** Contact address of companies that have none; the empty text: the one of the configuration. */
  supportEmail: setting(emailOrNone, ''),
  /** Kinds of people who must have a passkey, whatever their company says (security §3). */
  passkeyGroups: setting(z.array(z.enum(passkeyGroups)).max(passkeyGroups.length), []),
  /** A session ends after this time without use, and after this time in any case (security §1). */
  sessionIdleMinutes: setting(z.number().int().min(5).max(1440), 30),
  sessionDays: setting(z.number().int().min(1).max(90), 30),
  adminSessionIdleMinutes: setting(z.number().int().min(5).max(120), 15),
  adminSessionHours: setting(z.number().int().min(1).max(24), 12),
  /** Times in seconds that a person may choose for their screen lock; 10 is the demo value (product §9). */
  lockChoices: setting(
    z.array(z.number().int().min(10).max(3600)).min(1, 'required').max(12),
    [10, 60, 300, 600, 900, 1800, 3600],
  ),
  /** Seconds without a touch until the screen locks; the demo value is 10 (product §9). */
  lockAfterSeconds: setting(z.number().int().min(10).max(3600), 600),
  /** Seconds until a locked page goes to the login (demo value 5). */
  lockRedirectSeconds: setting(z.number().int().min(5).max(86_400), 1800),
  /** Seconds from page load to the warning that the session can be renewed (demo value 15). */
  renewalWarningSeconds: setting(z.number().int().min(15).max(86_400), 1500),
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof settings
export type SettingValue<K extends SettingKey> = z.output<(typeof settings)[K]['schema']>
export const settingKeys = Object.keys(settings) as SettingKey[]
