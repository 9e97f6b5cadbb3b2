import { listCardsOf } from '../../cards/cards.sql.ts'
import { findUserByEmail } from '../../identity/users.sql.ts'
import type { Database } from '../../kernel/database.ts'
import { wholeInstallation } from '../../kernel/scopes.ts'
import { after, type Clock } from '../../kernel/clock.ts'
import { demoPassword, type DemoPerson } from '../demo-cast.ts'
import type { createClockMover } from '../clock-mover.ts'
import type { EmbeddedControls } from '../embedded-controls.ts'
import { timeOfToday, type DemoHour } from './demo-hour.ts'
import { demoMerchant } from './demo-merchants.ts'
import { createDemoCalls, type DemoBrowser } from './demo-person.ts'
import type { DemoAction, DemoEvent } from './demo-script.ts'
import type { FastifyInstance } from 'fastify'

type LoadAnswer = { id: string; status: string; address: string; due: string }
type IssuerPayment = { id: string }

const secondMs = 1000
/** Blocks after which a transfer on the embedded chain is final. */
export const finalBlocks = 3
const settleRounds = 12
const settleStepMs = 5 * secondMs

/** A percentage of a decimal amount with at most six decimals, rounded down. */
const shareOf = (amount: string, percent: number): string => {
  const [whole = '0', part = ''] = amount.split('.')
  const units = (BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6))) * BigInt(percent)
  const text = String(units / 100n).padStart(7, '0')
  return `${text.slice(0, -6)}.${text.slice(-6)}`
}

const mostCards = 100

export type DemoNeeds = {
  readonly app: FastifyInstance
  readonly db: Database
  readonly clock: Clock
  readonly controls: EmbeddedControls
  readonly mover: ReturnType<typeof createClockMover>
  readonly makePerson: (person: DemoPerson) => Promise<void>
  readonly addressOf: (email: string) => string
}

/**
 * What the people of the demo do: by the product's calls, by transfers on the chain, and by payments at the
 * issuer.
 */
export const createDemoActions = (needs: DemoNeeds) => {
  const { app, db, clock, controls, mover } = needs
  const browsers = new Map<string, DemoBrowser>()
  /** Payments at the issuer that are settled or refunded later, by key. */
  const payments = new Map<string, string>()

  const browserOf = async (person: DemoPerson): Promise<DemoBrowser> => {
    const known = browsers.get(person.email)
    if (known) return known
    const host = person.company ? `${person.company}.localhost` : 'localhost'
    const browser = createDemoCalls(app, { host, address: needs.addressOf(person.email) })
    await browser.logIn({ login: person.email, password: demoPassword })
    browsers.set(person.email, browser)
    return browser
  }
  const cardOfPerson = async ({ email }: DemoPerson) => {
    const cards = await db.read(wholeInstallation, async (sql) => {
      const user = await findUserByEmail(sql, email)
      return user ? listCardsOf(sql, { userId: user.id, limit: mostCards }) : []
    })
    const oldest = cards.findLast(({ issuerCardId }) => issuerCardId !== null)
    if (!oldest) throw new Error(`The demo's ${email} has no card`)
    return oldest
  }
  /** Advances time by a few seconds, again and again, until the condition holds. */
  const passUntil = async (isSo: () => Promise<boolean>): Promise<void> => {
    for (let round = 0; round < settleRounds; round += 1) {
      if (await isSo()) return
      await mover.advanceTo(after(clock.now(), settleStepMs))
    }
  }

  const join = async (person: DemoPerson) => {
    await needs.makePerson(person)
    const browser = await browserOf(person)
    const { url } = await browser.post<{ url: string }>('/kyc/start', {
      firstName: person.firstName,
      lastName: person.lastName,
      documentType: 'ID_CARD',
      country: 'PE',
    })
    const sessions = (await controls.get('kyc', '/sessions')) as { id: string; url: string }[]
    const session = sessions.find((each) => each.url === url)
    if (!session) throw new Error('The verification service does not know the session')
    await controls.post('kyc', `/sessions/${session.id}/decide`, { status: 'approved' })
    await browser.post('/kyc/refresh')
    await passUntil(async () => {
      const { items } = await browser.get<{ items: { status: string }[] }>('/cards?limit=10')
      return items.some(({ status }) => status === 'activated')
    })
  }

  const quote = async (
    browser: DemoBrowser,
    of: { person: DemoPerson; amount: string; asset: string; speed: string },
  ) => {
    const card = await cardOfPerson(of.person)
    const { amount, asset, speed } = of
    return browser.post<LoadAnswer>(
      '/loads',
      { cardId: card.id, amount, asset, network: 'ethereum', speed },
      `demo-${of.person.email}-${clock.now().getTime()}`,
    )
  }

  const payOnChain = async (payment: { asset: string; to: string; amount: string }) => {
    await controls.post('chain', '/pay', payment)
    await controls.post('chain', '/mine', { blocks: finalBlocks })
  }

  const load = async (person: DemoPerson, action: Extract<DemoAction, { kind: 'load' }>) => {
    const browser = await browserOf(person)
    const made = await quote(browser, { person, ...action })
    if (action.paysPercent === null) return
    const amount = action.paysPercent === 100 ? made.due : shareOf(made.due, action.paysPercent)
    await payOnChain({ asset: action.asset, to: made.address, amount })
    const wanted = action.speed === 'immediate' ? ['credited'] : ['held', 'review', 'credited']
    if (action.paysPercent < 100) wanted.push('detected')
    await passUntil(async () => wanted.includes((await browser.get<LoadAnswer>(`/loads/${made.id}`)).status))
  }

  const cancelLoad = async (person: DemoPerson, amount: string) => {
    const browser = await browserOf(person)
    const made = await quote(browser, { person, amount, asset: 'USDC', speed: 'regular' })
    await browser.post(`/loads/${made.id}/cancel`)
  }

  const timeOf = (hour: DemoHour | undefined) => (hour ? { at: timeOfToday(clock.now(), hour) } : {})

  const pay = async (
    person: DemoPerson,
    action: Extract<DemoAction, { kind: 'pay' }>,
    { key, hour }: Pick<DemoEvent, 'key' | 'hour'>,
  ) => {
    const { name, mcc, category, city, country, channel, currency } = demoMerchant(action.merchant)
    const card = await cardOfPerson(person)
    const priced =
      currency === 'USD'
        ? { amount: action.amount }
        : { originalAmount: action.amount, originalCurrency: currency }
    const { id } = await controls.post<IssuerPayment>('issuer', '/simulate/authorisation', {
      cardId: card.issuerCardId,
      ...priced,
      merchant: { name, mcc, category, city, country },
      channel,
      ...(action.decline ? { decline: action.decline } : {}),
      ...timeOf(hour),
    })
    if (key) payments.set(key, id)
  }

  /**
   * A payment that was lost when the demo was stopped stays as it was. A declined payment cannot be settled.
   */
  const follow = async (
    key: string,
    what: 'clearing' | 'refund',
    { hour, amount }: { hour: DemoHour | undefined; amount?: string | undefined },
  ) => {
    const id = payments.get(key)
    if (!id) return
    const body = { ...timeOf(hour), ...(amount ? { amount } : {}) }
    await controls.post('issuer', `/simulate/${id}/${what}`, body).catch(() => undefined)
  }

  return {
    browserOf,
    cardOfPerson,
    passUntil,
    /** Pays a crypto payment in full, and makes it final. */
    payOnChain,
    perform: async (person: DemoPerson, event: Omit<DemoEvent, 'day' | 'who'>): Promise<void> => {
      const { action, hour } = event
      switch (action.kind) {
        case 'join':
          return join(person)
        case 'load':
          return load(person, action)
        case 'cancel_load':
          return cancelLoad(person, action.amount)
        case 'pay':
          return pay(person, action, event)
        case 'settle':
          return follow(action.key, 'clearing', { hour, amount: action.amount })
        case 'refund':
          return follow(action.key, 'refund', { hour })
        case 'scenario':
          await controls.post('issuer', '/scenario', {
            name: action.name,
            cardId: (await cardOfPerson(person)).issuerCardId,
          })
          return
        default:
          await (await browserOf(person)).post('/notifications/read')
      }
    },
  }
}
