import type { readCardOptions } from '@cardamom/contract/cards'
import type { WireOf } from '@cardamom/contract/endpoint'
import type { getMe } from '@cardamom/contract/identity'
import type { CardOrderTermsOnWire } from '@cardamom/contract/orders'
import { useCallback, useEffect, useState } from 'react'
import { useBack } from '../kernel/back.ts'
import { canGoBack, useGo, useQueryParams } from '../kernel/router.tsx'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { readRequestDraft, saveRequestDraft, type CardRequest } from './card-request-draft.ts'

/** What the steps are drawn from. */
export type RequestFacts = {
  readonly terms: CardOrderTermsOnWire
  readonly types: WireOf<typeof readCardOptions>['types']
  readonly profile: WireOf<typeof getMe>
}
export type CardTypeOnWire = RequestFacts['types'][number]

export const stepsOf = (form: CardRequest['form']) =>
  form === 'virtual'
    ? (['card', 'name', 'review'] as const)
    : (['card', 'name', 'address', 'review'] as const)
export type Step = ReturnType<typeof stepsOf>[number]

export const fieldsOf: Readonly<Record<Step, readonly (keyof CardRequest)[]>> = {
  card: ['type'],
  name: ['name'],
  address: ['street', 'zip', 'city', 'country'],
  review: ['wallet'],
}

export const priceOf = (type: CardTypeOnWire | undefined): string => type?.plans[0]?.price ?? '0.00'
export const isFree = (price: string): boolean => Number(price) === 0

export type CardRequestForm = ContractForm<CardRequest>

/** Whether this type can be ordered now. */
export const canOrder = ({ terms }: Pick<RequestFacts, 'terms'>, type: CardTypeOnWire): boolean =>
  type.isOffered && !terms.ordered.includes(type.code)

const startValues = (facts: RequestFacts): CardRequest => {
  const { terms, types, profile } = facts
  const draft = readRequestDraft()
  const possible = types.filter((type) => canOrder(facts, type))
  const type = possible.find(({ code }) => code === draft.type) ?? possible[0]
  const wallet = terms.wallets.find((each) => Number(each.available) >= Number(priceOf(type)))
  return {
    name: terms.nameOnCard,
    street: profile.street ?? '',
    zip: profile.zip ?? '',
    city: profile.city ?? '',
    country: profile.country ?? '',
    wallet: wallet?.wallet ?? terms.wallets[0]?.wallet ?? '',
    ...draft,
    type: type?.code ?? '',
    form: type?.form ?? 'virtual',
  }
}

const schema = async () => (await import('./card-request-rules.ts')).cardRequestRules

/** The form of all steps; it saves in this tab what is typed. */
export const useCardRequest = (facts: RequestFacts): CardRequestForm => {
  const [defaultValues] = useState(() => startValues(facts))
  const form = useContractForm<CardRequest>({ schema, defaultValues, confirmsLeaving: false })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveRequestDraft(values) }),
    [subscribe],
  )
  return form
}

const path = '/cards/request'

/** The present step. It is in the address, so that back and reload work as people expect. */
export const useRequestStep = (form: CardRequest['form']) => {
  const [params] = useQueryParams()
  const go = useGo()
  const steps: readonly Step[] = stepsOf(form)
  const at = Math.max(
    0,
    steps.findIndex((step) => step === params['step']),
  )
  const goTo = useCallback((step: Step) => go(path, { search: { step } }), [go])
  const before = steps[at - 1]
  const goBack = useCallback(() => {
    if (canGoBack()) history.back()
    else if (before === undefined) go('/cards')
    else goTo(before)
  }, [before, go, goTo])
  useBack(goBack)
  return { step: steps[at] ?? 'card', steps, at, goTo, goOn: () => goTo(steps[at + 1] ?? 'review') }
}
