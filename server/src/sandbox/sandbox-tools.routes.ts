import {
  decideKycInSandbox,
  readOutages,
  sandboxServices,
  setOutage,
  swipeInSandbox,
  type sandboxSwipes,
  type SandboxService,
} from '@cardamom/contract/sandbox'
import { findCard } from '../cards/cards.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { findCaseOfUser, findSession } from '../kyc/kyc-cases.sql.ts'
import { demoMerchant } from './demo-life/demo-merchants.ts'
import type { EmbeddedControls } from './embedded-controls.ts'

type Swipe = (typeof sandboxSwipes)[number]
type Fault = { readonly id: string; readonly kind: string; readonly value?: number; readonly path?: string }

const swipes: Readonly<Record<Swipe, { merchant: string; amount: string; declined: boolean }>> = {
  coffee: { merchant: 'cafe', amount: '4.80', declined: false },
  groceries: { merchant: 'market', amount: '86.40', declined: false },
  foreign: { merchant: 'shop', amount: '59.90', declined: false },
  cash: { merchant: 'cash', amount: '200.00', declined: false },
  declined: { merchant: 'shop', amount: '250000.00', declined: true },
}

/** The provider's id of the session of a person's check. */
const findProviderSession = async (sql: Queries, userId: string): Promise<string | null> => {
  const kycCase = await findCaseOfUser(sql, userId)
  const session = kycCase?.sessionId ? await findSession(sql, kycCase.sessionId) : null
  return session?.providerSessionId ?? null
}

/** The fault of an outage: the service answers 503 to every call except those of its control plane. */
const outage = { kind: 'status', value: 503 } as const
const isOutage = ({ kind, value, path }: Fault) =>
  kind === outage.kind && value === outage.value && path === undefined

/**
 * The tools of the sandbox drawer other than time and payments: decide checks, pay with cards, cause outages.
 */
export const mountSandboxTools = (
  { mount }: Pick<Kernel, 'mount'>,
  { controls }: { readonly controls: EmbeddedControls },
): void => {
  mount(decideKycInSandbox, async ({ me, input, read, finish }) => {
    const sessionId = await read((sql) => findProviderSession(sql, me.userId))
    if (sessionId === null) return refused('record_not_found')
    await controls.post('kyc', `/sessions/${sessionId}/decide`, { status: input.decision })
    return finish(null)
  })

  mount(swipeInSandbox, async ({ me, params, input, read, finish }) => {
    const card = await read((sql) => findCard(sql, params.id))
    if (card?.userId !== me.userId) return refused('record_not_found')
    if (card.issuerCardId === null) return refused('card_invalid')
    const { merchant, amount, declined } = swipes[input.swipe]
    const shop = demoMerchant(merchant)
    const { name, mcc, category, city, country, channel, currency } = shop
    await controls.post('issuer', '/simulate/authorisation', {
      cardId: card.issuerCardId,
      ...(currency === 'USD' ? { amount } : { originalAmount: amount, originalCurrency: currency }),
      merchant: { name, mcc, category, city, country },
      channel,
    })
    return finish({ merchant: name, amount, currency, declined })
  })

  const faultsOf = async (service: SandboxService): Promise<readonly Fault[]> =>
    controls.url(service) === null ? [] : ((await controls.get(service, '/faults')) as Fault[])
  const outages = async () => {
    const down: SandboxService[] = []
    for (const service of sandboxServices) {
      if ((await faultsOf(service)).some(isOutage)) down.push(service)
    }
    return { down }
  }

  mount(readOutages, async () => accepted(await outages()))

  mount(setOutage, async ({ input: { service, down }, finish }) => {
    const known = (await faultsOf(service)).filter(isOutage)
    if (down && known.length === 0) await controls.post(service, '/faults', outage)
    if (!down) for (const { id } of known) await controls.remove(service, `/faults/${id}`)
    return finish(await outages())
  })
}
