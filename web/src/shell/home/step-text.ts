import { nowMs } from '../../kernel/clock.ts'
import type { Text } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { sizeOf } from '../../kernel/cents.ts'
import { arrivalTime, type NextStep } from './next-step.ts'

export type StepText = {
  readonly eyebrow: string
  readonly title: string
  readonly body: string
  /** Null: the person can only wait. */
  readonly action: {
    readonly word: string
    readonly to: string
    readonly search?: Record<string, string>
  } | null
  /** False: the person has nothing to do, so the button does not stand out. */
  readonly isPrimary: boolean
}

/** Values for the placeholders of the texts. */
export type StepFacts = {
  readonly email: string
  readonly company: string
  readonly attemptsLeft: number
  readonly isHeld: boolean
  /** Last day of the open identity session, as text. */
  readonly kycUntil: string
  /** The smallest load, and the coins that can pay it, as text. */
  readonly minimum: string
  readonly assets: string
  readonly day: (instant: string) => string
  readonly moment: (instant: string) => string
  readonly canRequest: boolean
}

type HomeText = Text<'home'>

const kycText = (
  t: HomeText,
  state: Extract<NextStep, { kind: 'kyc' }>['state'],
  facts: StepFacts,
): StepText => {
  const next = { eyebrow: t('step.next'), isPrimary: true }
  const wait = { eyebrow: t('step.nothingToDo'), isPrimary: false }
  const status = '/kyc/status'
  switch (state) {
    case 'start':
      return {
        ...next,
        eyebrow: t('step.minutes'),
        title: t('step.kyc.startTitle'),
        body: t('step.kyc.startBody'),
        action: { word: t('step.kyc.start'), to: '/kyc' },
      }
    case 'continue':
      return {
        ...next,
        title: t('step.kyc.continueTitle'),
        body: t('step.kyc.continueBody', { until: facts.kycUntil }),
        action: { word: t('step.kyc.continue'), to: status },
      }
    case 'retake':
      return {
        ...next,
        title: t('step.kyc.retakeTitle'),
        body: t('step.kyc.retakeBody'),
        action: { word: t('step.kyc.retake'), to: status },
      }
    case 'again':
      return {
        ...next,
        title: t('step.kyc.againTitle'),
        body: t('step.kyc.againBody', { left: facts.attemptsLeft }),
        action: { word: t('step.kyc.again'), to: status },
      }
    case 'ended':
      return {
        ...next,
        title: t('step.kyc.endedTitle'),
        body: t('step.kyc.endedBody'),
        action: { word: t('step.kyc.see'), to: status },
      }
    default:
      return {
        ...wait,
        title: t(`step.kyc.${state}Title`),
        body: facts.isHeld ? t('step.kyc.heldBody') : t(`step.kyc.${state}Body`),
        action: { word: t('step.kyc.see'), to: status },
      }
  }
}

const cardText = (t: HomeText, step: Extract<NextStep, { kind: 'card' }>, facts: StepFacts): StepText => {
  const { state, card } = step
  const next = { eyebrow: t('step.next'), isPrimary: true }
  const open = { word: t('step.card.open'), to: `/cards/${card.id}` }
  const load = { word: t('step.load.load'), to: '/load', search: { card: card.id } }
  switch (state) {
    case 'making':
    case 'overdue':
    case 'activating':
      return {
        eyebrow: t('step.nothingToDo'),
        isPrimary: false,
        title: t(`step.card.${state}Title`),
        body: t(`step.card.${state}Body`),
        action: null,
      }
    case 'details':
    case 'document':
      return {
        ...next,
        title: t(`step.card.${state}Title`),
        body: t(`step.card.${state}Body`),
        action: { word: t(`step.card.${state}`), to: state === 'details' ? '/profile/edit' : '/support' },
      }
    case 'activate':
      return {
        ...next,
        title: t('step.card.activateTitle'),
        body: t('step.card.activateBody'),
        action: { word: t('step.card.activate'), to: `/cards/${card.id}` },
      }
    case 'overdrawn':
      return {
        ...next,
        title: t('step.card.overdrawnTitle', { amount: moneyText(sizeOf(card.available)) }),
        body: t('step.card.overdrawnBody'),
        action: load,
      }
    case 'first':
    case 'empty':
      return {
        ...next,
        title: t(`step.load.${state}Title`),
        // The operator can switch all coins off.
        body:
          facts.assets === '' ? '' : t('step.load.firstBody', { min: facts.minimum, assets: facts.assets }),
        action: load,
      }
    default:
      return {
        ...next,
        title: t(`step.card.${state}Title`),
        body: t(`step.card.${state}Body`),
        action: open,
      }
  }
}

/** Chooses the text that says when an immediate load will be on the card; other loads have a date. */
const bodyOf = ({ state, load }: Extract<NextStep, { kind: 'load' }>) => {
  if (load.speed === 'regular') return state
  if (state === 'seen') return 'seenMinute'
  if (state !== 'way') return state
  return arrivalTime([load], nowMs()).kind === 'delayed' ? 'wayDelayed' : 'wayMinute'
}

const loadText = (t: HomeText, step: Extract<NextStep, { kind: 'load' }>, facts: StepFacts): StepText => {
  const { state, load } = step
  const isWaiting = state === 'seen' || state === 'way' || state === 'failed'
  const amount = moneyText(isWaiting ? load.net : load.gross)
  const values = {
    amount,
    until: facts.moment(load.expiresAt),
    when: facts.day(load.latestAt),
  }
  const word = {
    part: t('step.load.part'),
    quoted: t('step.load.quoted'),
    review: t('step.load.seeWays'),
    failed: t('step.load.see'),
    seen: t('step.load.see'),
    way: t('step.load.see'),
  }[state]
  return {
    eyebrow: isWaiting ? t('step.nothingToDo') : t('step.openLoad', { ref: load.ref }),
    isPrimary: !isWaiting,
    title: t(`step.load.${state}Title`, values),
    body: t(`step.load.${bodyOf(step)}Body`, values),
    action: { word, to: `/load/${load.id}` },
  }
}

/** The texts of a next step, and the target of its button. */
export const stepText = (t: HomeText, step: NextStep, facts: StepFacts): StepText => {
  switch (step.kind) {
    case 'email':
      return {
        eyebrow: t('step.next'),
        isPrimary: true,
        title: t('step.email.title'),
        body: t('step.email.body', { email: facts.email }),
        action: null,
      }
    case 'kyc':
      return kycText(t, step.state, facts)
    case 'no-card':
      return step.state === 'making'
        ? {
            eyebrow: t('step.nothingToDo'),
            isPrimary: false,
            title: t('step.card.makingTitle'),
            body: t('step.card.makingBody'),
            action: null,
          }
        : {
            eyebrow: t('step.next'),
            isPrimary: true,
            title: t('step.card.requestTitle'),
            body: t('step.card.requestBody', { company: facts.company }),
            action: facts.canRequest ? { word: t('step.card.request'), to: '/cards/request' } : null,
          }
    case 'card':
      return cardText(t, step, facts)
    default:
      return loadText(t, step, facts)
  }
}
