import type { CardOnWire } from '@cardamom/contract/cards'
import { describe, expect, it } from 'vitest'
import {
  arrivals,
  arrivalTime,
  nextStep,
  type HomeFacts,
  type KycOnWire,
  type OpenLoad,
} from './next-step.ts'

const now = Date.parse('2026-11-20T17:40:00.000Z')

const verified: KycOnWire = {
  status: 'positive',
  reason: null,
  code: null,
  nextAction: 'none',
  isVerified: true,
  isHeld: false,
  attempts: { limit: 3, used: 1, left: 2 },
  images: [],
  timeline: [],
  form: { firstName: 'Lucía', lastName: 'Ferrer', documentType: null, country: 'PE' },
  sessionExpiresAt: null,
  reviewBy: null,
  flow: 'frame',
}

const card = (change: Partial<CardOnWire> = {}): CardOnWire => ({
  id: '00000000-0000-7000-8000-000000000010',
  ref: 'C-7K2M9QFD',
  version: 1,
  status: 'activated',
  inFlight: null,
  explanation: 'ready',
  blockReason: null,
  form: 'virtual',
  finish: null,
  nameOnCard: 'LUCIA FERRER',
  lastDigits: '4832',
  bin: '53129940',
  expiry: '09/29',
  cif: null,
  clientCode: 'K7QM2ZXT',
  paymentStatus: 'waived',
  enabled: true,
  balance: '970.00',
  floating: '100.00',
  available: '870.00',
  canPause: true,
  canResume: false,
  canReveal: true,
  canLoad: true,
  createdAt: '2026-11-12T10:00:00.000Z',
  ...change,
})

const empty = { balance: '0.00', floating: '0.00', available: '0.00' }
const stopped = { status: 'blocked', canPause: false, canLoad: false, canReveal: false } as const

const load = (change: Partial<OpenLoad> = {}): OpenLoad => ({
  id: '00000000-0000-7000-8000-000000000050',
  ref: 'L-7K2M9QFD',
  status: 'held',
  exception: null,
  speed: 'regular',
  gross: '1000.00',
  fee: '30.00',
  net: '970.00',
  quotedAt: '2026-11-20T17:30:00.000Z',
  expiresAt: '2026-11-20T18:00:00.000Z',
  latestAt: '2026-11-25T15:00:00.000Z',
  creditedAt: null,
  cardId: '00000000-0000-7000-8000-000000000010',
  ...change,
})

const step = (change: Partial<HomeFacts>) =>
  nextStep({
    emailVerified: true,
    kyc: verified,
    cards: [card()],
    openLoads: [],
    hasActivity: true,
    automatic: true,
    nowMs: now,
    ...change,
  })

describe('a person with money on a card', () => {
  it('has nothing to do', () => {
    expect(step({})).toBeNull()
  })
  it('sees an arrival next to the balance, not as a step', () => {
    const openLoads = [load()]
    expect(step({ openLoads })).toBeNull()
    expect(arrivals(openLoads)).toEqual(openLoads)
  })
  it('undoes a pause, unless another card is in use', () => {
    const paused = card({ ...stopped, explanation: 'paused_by_you', canResume: true })
    expect(step({ cards: [paused] })).toEqual({ kind: 'card', state: 'paused', card: paused })
    expect(step({ cards: [paused, card()] })).toBeNull()
  })
  it('is told of a block that they cannot undo', () => {
    const blocked = card({ ...stopped, explanation: 'blocked_for_fraud' })
    expect(step({ cards: [blocked] })).toMatchObject({ kind: 'card', state: 'blocked' })
  })
  it('loads an overdrawn card', () => {
    const below = card({
      balance: '-12.40',
      floating: '0.00',
      available: '-12.40',
      explanation: 'overdrawn',
    })
    expect(step({ cards: [below] })).toMatchObject({ kind: 'card', state: 'overdrawn' })
  })
})

describe('an open load', () => {
  it('comes before all other steps except the identity check', () => {
    const openLoads = [load(), load({ id: 'b', status: 'quoted' })]
    expect(step({ openLoads })).toMatchObject({ kind: 'load', state: 'quoted', load: { id: 'b' } })
    const kyc = {
      ...verified,
      isVerified: false,
      nextAction: 'wait',
      status: 'needs_review',
    } as const
    expect(step({ openLoads, kyc })).toEqual({ kind: 'kyc', state: 'review' })
  })
  it('with a missing part is the most urgent', () => {
    const part = load({ id: 'p', status: 'detected', exception: 'underpaid' })
    expect(step({ openLoads: [load({ status: 'quoted' }), part] })).toMatchObject({
      state: 'part',
    })
  })
  it('needs no payment after its time is over', () => {
    const expiresAt = '2026-11-20T17:39:59.000Z'
    expect(step({ openLoads: [load({ status: 'quoted', expiresAt })] })).toBeNull()
    const part = load({ status: 'detected', exception: 'underpaid', expiresAt })
    expect(step({ openLoads: [part] })).toMatchObject({ state: 'seen' })
  })
  it('needs attention when its money is not as quoted', () => {
    expect(step({ openLoads: [load({ status: 'review', exception: 'late' })] })).toMatchObject({
      state: 'review',
    })
    expect(step({ openLoads: [load({ status: 'credit_failed' })] })).toMatchObject({
      state: 'failed',
    })
  })
  it('is the next step while the card has no money', () => {
    const cards = [card(empty)]
    expect(step({ cards, openLoads: [load()], hasActivity: false })).toMatchObject({
      state: 'way',
    })
    expect(step({ cards, hasActivity: false })).toMatchObject({ kind: 'card', state: 'first' })
    expect(step({ cards })).toMatchObject({ kind: 'card', state: 'empty' })
  })
})

describe('a new person', () => {
  const none = { cards: [], hasActivity: false }
  it('confirms the e-mail first', () => {
    expect(step({ ...none, emailVerified: false })).toEqual({ kind: 'email' })
  })
  it.each([
    ['start', null, 'start'],
    ['continue', 'started', 'continue'],
    ['retake', 'resubmitted', 'retake'],
    ['try_again', 'declined', 'again'],
    ['wait', 'submitted', 'submitted'],
    ['wait', 'needs_review', 'review'],
    ['none', 'admin_rejected', 'ended'],
  ] as const)('with the identity at %s (%s) finds %s', (nextAction, status, state) => {
    const kyc = { ...verified, isVerified: false, nextAction, status }
    expect(step({ ...none, kyc })).toEqual({ kind: 'kyc', state })
  })
  it('waits for the card that the company creates, or requests one', () => {
    expect(step(none)).toEqual({ kind: 'no-card', state: 'making' })
    expect(step({ ...none, automatic: false })).toEqual({ kind: 'no-card', state: 'request' })
  })
  it.each([
    ['being_made', 'making'],
    ['being_made_late', 'overdue'],
    ['details_missing', 'details'],
    ['document_missing', 'document'],
    ['not_activated', 'activate'],
    ['waits_for_activation', 'activating'],
  ] as const)('with a card %s finds %s', (explanation, state) => {
    const coming = card({ ...empty, status: 'pending', explanation, canLoad: false })
    expect(step({ cards: [coming], hasActivity: false })).toMatchObject({ kind: 'card', state })
  })
})

describe('the arrival time of loads', () => {
  it('is the latest date of the regular loads', () => {
    const later = load({ id: 'b', latestAt: '2026-11-26T15:00:00.000Z' })
    const immediate = load({ id: 'c', speed: 'immediate', latestAt: '2026-11-20T17:40:00.000Z' })
    expect(arrivalTime([later, load(), immediate], now)).toEqual({ kind: 'by', at: later.latestAt })
  })
  it('is a minute for an immediate load, and unknown once that minute is over', () => {
    const immediate = load({ speed: 'immediate', latestAt: '2026-11-20T17:40:00.000Z' })
    const acceptedMs = Date.parse(immediate.latestAt)
    expect(arrivalTime([immediate], acceptedMs + 59_000)).toEqual({ kind: 'minute' })
    expect(arrivalTime([immediate], acceptedMs + 61_000)).toEqual({ kind: 'delayed' })
  })
})
