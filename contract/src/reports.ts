import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Cents } from './money.ts'
import { CalendarDate, Instant } from './wire.ts'

/** Work that waits for an administrator, each with the list that has it. The first weigh most. */
export const attentionKinds = [
  'findings',
  'failingJobs',
  'failedCredits',
  'failedWithdrawals',
  'loadsInReview',
  'depositsInReview',
  'withdrawalsToApprove',
  'settlementsToApprove',
  'kycToReview',
  'approvals',
  'queuedRefunds',
  'lockouts',
] as const

export const readAttention = endpoint({
  method: 'GET',
  path: '/reports/attention',
  summary:
    'Work that waits for me, by what my permissions let me see; a count of 10,001 means more than 10,000',
  who: 'signed-in',
  output: z.object({
    asOf: Instant,
    items: z.array(
      z.object({
        kind: z.enum(attentionKinds),
        count: z.number().int(),
        /** Since when the oldest waits. Lockouts end by themselves, so they have none. */
        oldestAt: Instant.nullable(),
      }),
    ),
  }),
  refusals: {},
})

/** Periods of the figures, in days; the last one is today. */
export const reportDays = ['7', '30', '90'] as const
const Period = z.object({ days: z.enum(reportDays).default('30') })

/** The first and the last day of a period, in UTC. */
const span = { from: CalendarDate, to: CalendarDate, asOf: Instant }

// Figures are `outside`, because readers share a count that is under way.

const Volume = { loads: z.number().int(), gross: Cents, fees: Cents, net: Cents }

export const readLoadVolume = endpoint({
  method: 'GET',
  path: '/reports/load-volume',
  summary: 'Loads by the day (UTC) on which their payment was accepted, at most a minute old',
  who: 'loads.view',
  effect: 'outside',
  rate: 'read',
  input: Period,
  output: z.object({
    ...span,
    days: z.array(z.object({ day: CalendarDate, ...Volume })),
    total: z.object(Volume),
    /** The same number of days before. */
    before: z.object(Volume),
  }),
  refusals: { validation: 422 },
})

export const readActiveCards = endpoint({
  method: 'GET',
  path: '/reports/active-cards',
  summary: 'Activated cards, and how many of them were activated in the period, at most a minute old',
  who: 'cards.view',
  effect: 'outside',
  rate: 'read',
  input: Period,
  output: z.object({ ...span, active: z.number().int(), activated: z.number().int() }),
  refusals: { validation: 422 },
})

/** Steps of a person until their identity is verified. */
export const funnelSteps = ['registered', 'confirmed', 'started', 'inReview', 'verified'] as const

/**
 * `registered`, `confirmed` and `verified` count the people who registered in the period, as they are now. `started`
 * and `inReview` count the identity checks that were started in it.
 */
export const readKycFunnel = endpoint({
  method: 'GET',
  path: '/reports/kyc-funnel',
  summary: 'How far people came until their identity was verified, at most a minute old',
  who: 'kyc.view',
  effect: 'outside',
  rate: 'read',
  input: Period,
  output: z.object({
    ...span,
    registered: z.number().int(),
    confirmed: z.number().int(),
    started: z.number().int(),
    inReview: z.number().int(),
    verified: z.number().int(),
  }),
  refusals: { validation: 422 },
})

/** What must be so before real money goes through the product. Each is computed, and none is ticked by hand. */
export const goLiveItems = [
  'publicUrl',
  'secrets',
  'providers',
  'providerTests',
  'mailSender',
  'calendar',
  'fees',
  'legalTexts',
  'superAdmins',
  'backupRestored',
] as const

export const readGoLive = endpoint({
  method: 'GET',
  path: '/reports/go-live',
  summary: 'What is still to be done before the product goes live',
  who: 'settings.view',
  effect: 'outside',
  rate: 'read',
  output: z.object({
    open: z.number().int(),
    items: z.array(
      z.object({
        item: z.enum(goLiveItems),
        isDone: z.boolean(),
        /** When an administrator did it, where that is known: the oldest of the tests that count. */
        at: Instant.nullable(),
      }),
    ),
  }),
  refusals: {},
})
