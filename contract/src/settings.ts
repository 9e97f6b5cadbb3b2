import { z } from 'zod'
import { countryCodes, isCountryCode } from './countries.ts'
import { Cents, FeePercent, Percent } from './money.ts'
import { CalendarDate } from './wire.ts'

type Setting = { readonly schema: z.ZodType; readonly preset: unknown }
const setting = <S extends z.ZodType>(schema: S, preset: z.output<S>) => ({ schema, preset })

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
const TierRestriction = z.object({
  tier: z.number().int().min(1).max(4),
  module: z.enum(restrictableModules),
})

/**
 * Settings that the operator can change while the product runs, each with its schema and its default. The
 * stored value is the wire's (money as text). Sources of the numbers: domain §3 to §7, security §3.
 */
export const settings = {
  /** True: show `email_not_found` and `email_taken`. False: hide whether an account exists (api §10). */
  hideAccountExistence: setting(z.boolean(), false),
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
  /** Amounts above these need a second person's confirmation (domain §7, §8). */
  secondPersonAdjustment: setting(Cents, dollars(500n)),
  secondPersonWire: setting(Cents, dollars(5000n)),
  secondPersonTransfer: setting(Cents, dollars(10_000n)),
  secondPersonSettlement: setting(Cents, dollars(10_000n)),
  /** Maximum of immediate loads for one card on one business day (domain §3). */
  maximumEmergencyLoad: setting(Cents, dollars(2000n)),
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
  /** Basis points by which a payment may differ from the quote and still be accepted (domain §15). */
  loadToleranceBps: setting(z.number().int().min(0).max(500), 50),
  /** True: stablecoins are valued at 1.00 instead of their mid rate. */
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
  newPayoutAddressWaitHours: setting(hours(720), 24),
  credentialChangeWaitHours: setting(hours(720), 24),
  /** Hours until lost factors are removed; every address is told meanwhile (permissions §3). */
  factorRecoveryWaitHours: setting(z.number().int().min(1).max(720), 24),
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
