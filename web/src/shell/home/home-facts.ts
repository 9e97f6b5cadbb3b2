import { readCardOptions } from '@cardamom/contract/cards'
import type { WireOf } from '@cardamom/contract/endpoint'
import { readFees } from '@cardamom/contract/fees'
import { getMe } from '@cardamom/contract/identity'
import { quoteLoad, readLoadOptions } from '@cardamom/contract/loads'
import { useNowMs } from '../../kernel/clock.ts'
import { useBranding } from '../../kernel/branding.ts'
import { readAhead, useCall } from '../../kernel/query.ts'
import { ofMachines } from '../../kernel/read-again.ts'
import { useSession } from '../../kernel/session.ts'
import { mainCard } from '../../cards/card-appearance.ts'
import { reads } from './home-reads.ts'
import { nextStep } from './next-step.ts'

readAhead(reads)

const ofCards = ['card.', 'card_transaction.', 'load.credited'] as const

/**
 * Fees of both speeds, for a person without a card to load. They are the fees of the host's company, so only
 * its people see them.
 */
const useFees = ({ isRequested }: { isRequested: boolean }) => {
  const { user } = useSession()
  const isOfHost = useBranding().id === user?.user_company.id
  const enabled = isRequested && isOfHost
  const fees = useCall(readFees, { errors: 'none' }, { enabled })
  return { reads: enabled ? { fees } : {}, speeds: fees.data?.now.speeds ?? [] }
}

/** Price of the smallest load in both speeds; a new person with a card sees its fees. */
const useOffers = (options: WireOf<typeof readLoadOptions> | undefined) => {
  const card = options?.cards.find(({ loadable }) => loadable)
  const asset = options?.assets[0]
  const input = {
    cardId: card?.id ?? '',
    amount: options?.limits.minimum ?? '0',
    asset: asset?.symbol ?? '',
    network: asset?.network ?? '',
  }
  const isRequested = card !== undefined && asset !== undefined
  const { data } = useCall(quoteLoad, { input, errors: 'none' }, { enabled: isRequested })
  return data?.offers ?? []
}

/** The data of the home page. */
export const useHome = () => {
  const cards = useCall(...reads.cards, {
    live: [...ofCards, 'kyc.'],
    againMs: ({ items }) => items.some(({ status }) => status === 'pending') && ofMachines,
  })
  const kyc = useCall(...reads.kyc, { live: ['kyc.'] })
  const loads = useCall(...reads.loads, { live: ['load.'] })
  const activity = useCall(...reads.activity, { live: ofCards })
  const spending = useCall(...reads.spending, { live: ofCards })
  const nowMs = useNowMs('minute')

  const list = cards.data?.items ?? []
  const hasActivity = activity.data ? activity.data.items.length > 0 : true
  const isNew = cards.data !== undefined && !hasActivity

  const options = useCall(readCardOptions, {}, { enabled: isNew, live: ['kyc.'] })
  const loadOptions = useCall(readLoadOptions, {}, { enabled: isNew, live: ['card.', 'kyc.'] })
  const me = useCall(getMe, {}, { enabled: isNew, live: ['user.'] })
  const offers = useOffers(loadOptions.data)
  const fees = useFees({ isRequested: isNew && !list.some(({ canLoad }) => canLoad) })

  const stepReads = isNew ? { kyc, loads, options, loadOptions, me } : { kyc, loads }
  const openLoads = loads.data?.items ?? []
  const step = cards.data
    ? nextStep({
        emailVerified: me.data ? me.data.emailVerifiedAt !== null : null,
        kyc: kyc.data ?? null,
        cards: list,
        openLoads,
        hasActivity,
        automatic: options.data?.automatic ?? null,
        nowMs,
      })
    : null
  return {
    /** The parts that decide the layout of the page. */
    layoutReads: { cards, activity, spending, ...stepReads, ...fees.reads },
    isNew,
    step,
    /** Without these reads the next step is not known. */
    stepReads,
    cards,
    card: mainCard(list),
    kyc: kyc.data ?? null,
    openLoads,
    activity,
    spending,
    options: options.data ?? null,
    loadOptions: loadOptions.data ?? null,
    offers,
    fees: fees.speeds,
    me: me.data ?? null,
  }
}
export type Home = ReturnType<typeof useHome>
