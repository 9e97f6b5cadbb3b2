import { readCardOptions } from '@cardamom/contract/cards'
import { getMe } from '@cardamom/contract/identity'
import {
  listCardOrders,
  orderCard,
  readCardOrderTerms,
  type CardOrderTermsOnWire,
} from '@cardamom/contract/orders'
import { readWallet } from '@cardamom/contract/wallets'
import { CreditCard } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { queryClient, useAction, useCall } from '../kernel/query.ts'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ProgressSteps } from '../ui/stepper.tsx'
import { forgetRequestDraft, type CardRequest } from './card-request-draft.ts'
import {
  canOrder,
  fieldsOf,
  isFree,
  priceOf,
  useCardRequest,
  useRequestStep,
  type CardRequestForm,
  type RequestFacts,
  type Step,
} from './card-request-form.ts'
import {
  AddressStep,
  CardStep,
  chosenType,
  isWithoutWallet,
  NameStep,
  ReviewStep,
} from './card-request-steps.tsx'
import { CardOrder } from './order-page-part.tsx'

preloadText('person')
preloadText('fields')
preloadText('refusals')

const parts = { card: CardStep, name: NameStep, address: AddressStep, review: ReviewStep }

const StepTitle = ({ step }: { step: Step }) => {
  const t = useText('cardOrders')
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current === step) return
    last.current = step
    heading.current?.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [step])
  return (
    <div className="pt-6 pb-5 md:pt-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
        {t(`${step}.title`)}
      </h2>
      <p className="mt-1 text-mute">{t(`${step}.lead`)}</p>
    </div>
  )
}

const changes = [listCardOrders, readCardOrderTerms, readWallet, readCardOptions]

/** Sends the order. What is refused because of a field is shown at its step. */
const useOrder = (facts: RequestFacts, goTo: (step: Step) => void) => {
  const go = useGo()
  const order = useAction(orderCard, { changes, errors: 'fields' })
  const send = async (values: CardRequest) => {
    const type = facts.types.find(({ code }) => code === values.type)
    const price = priceOf(type)
    const { name, wallet, street, zip, city, country } = values
    const input = {
      type: values.type,
      name,
      price,
      wallet: isFree(price) || wallet === '' ? null : wallet,
      address: type?.form === 'physical' ? { street, zip, city, country } : null,
    }
    try {
      const { id } = await order.mutateAsync({ input })
      forgetRequestDraft()
      go('/cards/request', { replace: true, search: { order: id } })
    } catch (error) {
      if (error instanceof ApiError && 'name' in error.errors) goTo('name')
      // The price, the wallet or the orders are not as the page shows them any more.
      else for (const { path } of changes) void queryClient.invalidateQueries({ queryKey: [path] })
      throw error
    }
  }
  return { send, error: order.error }
}

const canPay = (form: CardRequestForm, facts: RequestFacts): boolean => {
  const price = priceOf(chosenType({ form, facts }))
  const wallet = facts.terms.wallets.find((each) => each.wallet === form.watch('wallet'))
  return isFree(price) || (wallet !== undefined && Number(wallet.available) >= Number(price))
}

const Steps = ({ facts }: { facts: RequestFacts }) => {
  const t = useText('cardOrders')
  const form = useCardRequest(facts)
  const { step, steps, at, goTo, goOn } = useRequestStep(form.watch('form'))
  const { send } = useOrder(facts, goTo)
  const [isChecking, setChecking] = useState(false)
  const price = priceOf(chosenType({ form, facts }))
  const total = isFree(price) ? t('free') : moneyText(price)
  const isLast = step === 'review'
  const next = async () => {
    setChecking(true)
    const isRight = await form.trigger([...fieldsOf[step]], { shouldFocus: true })
    setChecking(false)
    if (isRight) goOn()
  }
  const order = form.send(send)
  const Part = parts[step]
  return (
    <form
      noValidate
      onSubmit={(event) => {
        if (isLast) return order(event)
        event.preventDefault()
        if (!isChecking) void next()
      }}
    >
      <ProgressSteps names={steps.map((name) => t(`steps.${name}`))} current={at} />
      <StepTitle step={step} />
      <Part form={form} facts={facts} />
      <ActionBar note={t('total', { amount: total })}>
        <Button
          type="submit"
          variant="primary"
          busy={isLast ? form.formState.isSubmitting : isChecking}
          disabled={(isLast && !canPay(form, facts)) || (step === 'card' && isWithoutWallet({ form, facts }))}
        >
          {isLast ? t(isFree(price) ? 'review.order' : 'review.pay', { amount: total }) : t('continue')}
        </Button>
      </ActionBar>
    </form>
  )
}

type Obstacle = NonNullable<CardOrderTermsOnWire['obstacle']>
const ways: Partial<Record<Obstacle, { to: string; text: 'verify' | 'profile' | 'support' }>> = {
  kyc_required: { to: '/kyc', text: 'verify' },
  card_details_missing: { to: '/profile/edit', text: 'profile' },
  card_document_missing: { to: '/support', text: 'support' },
}

/** Why no card can be ordered, and what to do. */
const Hindered = ({ obstacle }: { obstacle: Obstacle }) => {
  const t = useText('cardOrders')
  const refusals = useText('refusals')
  const way = ways[obstacle]
  return (
    <NoteBox
      tone="warn"
      title={`${refusals(obstacle)}.`}
      {...(way && { action: <ButtonLink to={way.to}>{t(`way.${way.text}`)}</ButtonLink> })}
    />
  )
}

const NothingToOrder = () => {
  const t = useText('cardOrders')
  return (
    <Outcome
      icon={CreditCard}
      title={t('none.title')}
      actions={<ButtonLink to="/cards">{t('back')}</ButtonLink>}
    >
      <p>{t('none.body')}</p>
    </Outcome>
  )
}

const Request = () => {
  const t = useText('cardOrders')
  const terms = useCall(readCardOrderTerms, {}, { live: ['kyc.', 'user.', 'card_order.'] })
  const options = useCall(readCardOptions, {}, {})
  const profile = useCall(getMe, {}, {})
  return (
    <Page>
      <PageHeader title={t('title')} back="/cards" />
      <Loaded
        reads={{ terms, options, profile }}
        waiting={<Skeleton className="h-96" />}
        failed={t('failed')}
      >
        {(found) => {
          const facts = { terms: found.terms, types: found.options.types, profile: found.profile }
          if (facts.terms.obstacle) return <Hindered obstacle={facts.terms.obstacle} />
          if (!facts.types.some((type) => canOrder(facts, type))) return <NothingToOrder />
          return <Steps facts={facts} />
        }}
      </Loaded>
    </Page>
  )
}

/** Orders a card in a few steps, and shows what became of the order: `/cards/request`. */
export const CardRequestPage = () => {
  const [{ order }] = useQueryParams()
  return order === undefined ? <Request /> : <CardOrder key={order} id={order} />
}
