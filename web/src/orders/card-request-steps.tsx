import { countryCodes } from '@cardamom/contract/countries'
import { Truck, Zap } from 'lucide-react'
import { useConfig } from '../kernel/branding.ts'
import { centsOf } from '../kernel/cents.ts'
import { countryName, countryNames } from '../kernel/country-names.ts'
import { useLocale, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { ChoiceCard } from '../ui/choice.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import {
  canOrder,
  isFree,
  priceOf,
  type CardRequestForm,
  type CardTypeOnWire,
  type RequestFacts,
} from './card-request-form.ts'
import { OrderArt } from './order-art.tsx'

type Props = { readonly form: CardRequestForm; readonly facts: RequestFacts }

export const chosenType = ({ form, facts }: Props): CardTypeOnWire | undefined =>
  facts.types.find(({ code }) => code === form.watch('type'))

const usePriceText = () => {
  const t = useText('cardOrders')
  return (price: string) => (isFree(price) ? t('free') : moneyText(price))
}

const TypeChoice = ({ form, facts, type }: Props & { readonly type: CardTypeOnWire }) => {
  const t = useText('cardOrders')
  const priceText = usePriceText()
  const plan = type.plans[0]
  const isPossible = canOrder({ terms: facts.terms }, type)
  const isPhysical = type.form === 'physical'
  const { onChange: _none, ...field } = form.register('type')
  const reason = !type.isOffered ? t('card.later') : isPossible ? null : t('card.ordered')
  return (
    <ChoiceCard
      {...field}
      value={type.code}
      checked={form.watch('type') === type.code}
      disabled={!isPossible}
      onChange={() => {
        form.setValue('type', type.code)
        form.setValue('form', type.form)
      }}
      title={type.name}
      bold={priceText(priceOf(type))}
      detail={plan?.name}
      valueDetail={t('card.replacement', { price: priceText(plan?.replacementPrice ?? '0.00') })}
      condition={
        reason ??
        (isPhysical ? t('card.delivery', { days: String(type.deliveryBusinessDays) }) : t('card.atOnce'))
      }
      conditionIcon={isPhysical ? Truck : Zap}
    />
  )
}

/** A card with a price is paid from a wallet, and the person has none. */
export const isWithoutWallet = ({ form, facts }: Props): boolean =>
  facts.terms.wallets.length === 0 && !isFree(priceOf(chosenType({ form, facts })))

/** Step 1: the type of card with its plan, and everything that it costs. */
export const CardStep = ({ form, facts }: Props) => {
  const t = useText('cardOrders')
  return (
    <div className="flex flex-col gap-5">
      <OrderArt finish={chosenType({ form, facts })?.finish ?? null} name={form.watch('name')} />
      <div role="radiogroup" aria-label={t('card.title')} className="flex flex-col gap-3">
        {facts.types.map((type) => (
          <TypeChoice key={type.code} form={form} facts={facts} type={type} />
        ))}
      </div>
      {isWithoutWallet({ form, facts }) && <NoteBox tone="warn" title={t('review.noWallet')} />}
    </div>
  )
}

/** Step 2: the name, which the drawing shows as it will be embossed. */
export const NameStep = ({ form, facts }: Props) => {
  const t = useText('cardOrders')
  return (
    <div className="flex flex-col gap-5">
      <OrderArt finish={chosenType({ form, facts })?.finish ?? null} name={form.watch('name')} />
      <TextField
        label={t('name.label')}
        hint={t('name.hint')}
        maxLength={26}
        autoComplete="name"
        autoCapitalize="characters"
        {...form.field('name')}
      />
    </div>
  )
}

/** Step 3 of a physical card: where it is sent. */
export const AddressStep = ({ form }: Props) => {
  const t = useText('person')
  const locale = useLocale()
  const codes = useConfig()?.countries ?? countryCodes
  return (
    <div className="flex flex-col gap-5">
      <SelectField
        label={t('country')}
        autoComplete="country"
        placeholder
        options={countryNames({ codes, locale }).map(({ code, name }) => ({ value: code, label: name }))}
        {...form.field('country')}
      />
      <TextField label={t('street')} autoComplete="street-address" {...form.field('street')} />
      <div className="grid grid-cols-[2fr_3fr] items-start gap-3">
        <TextField label={t('zip')} autoComplete="postal-code" {...form.field('zip')} />
        <TextField label={t('city')} autoComplete="address-level2" {...form.field('city')} />
      </div>
    </div>
  )
}

/** The wallets that can pay, each with what it has. */
const WalletChoices = ({ form, facts, price }: Props & { readonly price: string }) => {
  const t = useText('cardOrders')
  const { onChange: _none, ...field } = form.register('wallet')
  if (facts.terms.wallets.length === 0) return <NoteBox tone="warn" title={t('review.noWallet')} />
  return (
    <div role="radiogroup" aria-label={t('review.payFrom')} className="flex flex-col gap-3">
      {facts.terms.wallets.map(({ wallet, available }) => {
        const isEnough = centsOf(available) >= centsOf(price)
        return (
          <ChoiceCard
            key={wallet}
            {...field}
            value={wallet}
            checked={form.watch('wallet') === wallet}
            disabled={!isEnough}
            onChange={() => form.setValue('wallet', wallet)}
            title={t(`wallet.${wallet}`)}
            bold={moneyText(available)}
            {...(isEnough ? {} : { condition: t('review.notEnough') })}
          />
        )
      })}
    </div>
  )
}

const useAddressLine = () => {
  const locale = useLocale()
  return ({ street, zip, city, country }: Readonly<Record<'street' | 'zip' | 'city' | 'country', string>>) =>
    `${street}, ${zip} ${city}, ${country === '' ? '' : countryName({ code: country, locale })}`
}

/** The last step: everything that was chosen, the total, and the wallet that pays. */
export const ReviewStep = ({ form, facts }: Props) => {
  const t = useText('cardOrders')
  const priceText = usePriceText()
  const addressLine = useAddressLine()
  const type = chosenType({ form, facts })
  const price = priceOf(type)
  const isPhysical = type?.form === 'physical'
  const name = form.watch('name')
  return (
    <div className="flex flex-col gap-5">
      <OrderArt finish={type?.finish ?? null} name={name} />
      <Panel title={t('review.yours')}>
        <KvRows>
          <KvRow name={t('steps.card')}>{type?.name}</KvRow>
          <KvRow name={t('review.plan')}>{type?.plans[0]?.name}</KvRow>
          <KvRow name={t('steps.name')}>{name}</KvRow>
          {isPhysical && <KvRow name={t('steps.address')}>{addressLine(form.getValues())}</KvRow>}
          {isPhysical && <KvRow name={t('review.delivery')}>{t('review.included')}</KvRow>}
          <KvRow name={t('review.total')} total>
            {priceText(price)}
          </KvRow>
        </KvRows>
      </Panel>
      {!isFree(price) && (
        <Panel title={t('review.payFrom')}>
          <WalletChoices form={form} facts={facts} price={price} />
        </Panel>
      )}
    </div>
  )
}
