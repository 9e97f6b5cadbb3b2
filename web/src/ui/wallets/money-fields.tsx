import { useState, type ReactNode } from 'react'
import type { FieldPath, FieldPathByValue, FieldPathValue, FieldValues } from 'react-hook-form'
import { useText } from '../../kernel/i18n.tsx'
import { Controlled, type ContractForm } from '../form.tsx'
import { CardField, type ReceivingCard } from './card-field.tsx'
import { HolderField, type Holder } from './holder-field.tsx'
import { WalletChoice, type Wallet } from './wallet-choice.tsx'

type OfForm<V extends FieldValues> = {
  readonly form: ContractForm<V>
  readonly name: FieldPathByValue<V, string>
}

/** A record that a form names by its id: the form has the id, the field shows the record. */
const RecordChoice = <V extends FieldValues, Item extends { readonly id: string }>({
  form,
  name,
  missing,
  onChosen,
  whyNot,
  children,
}: OfForm<V> & {
  /** What is said while nothing is chosen. */
  readonly missing: string
  /** Why a record cannot be chosen; the form then has none. */
  readonly whyNot?: ((item: Item) => string | null) | undefined
  readonly onChosen?: ((item: Item | null) => void) | undefined
  readonly children: (field: {
    chosen: Item | null
    error: string | null
    choose: (item: Item | null) => void
    fieldRef: (element: HTMLInputElement | null) => void
  }) => ReactNode
}) => {
  const [chosen, setChosen] = useState<Item | null>(null)
  const wrong = chosen && whyNot ? whyNot(chosen) : null
  return (
    <Controlled form={form} name={name as FieldPath<V>}>
      {({ error, onChange, ref }) =>
        children({
          chosen,
          error: wrong ?? (error !== undefined && chosen === null ? missing : (error ?? null)),
          choose: (item) => {
            setChosen(item)
            const id = item === null || (whyNot?.(item) ?? null) !== null ? '' : item.id
            onChange(id as FieldPathValue<V, FieldPath<V>>)
            onChosen?.(item)
          },
          fieldRef: ref,
        })
      }
    </Controlled>
  )
}

/** Whose wallet: a field of a form that has the id of the holder. */
export const HolderInput = <V extends FieldValues>({
  form,
  name,
  label,
  start,
  onChosen,
  whyNot,
}: OfForm<V> & {
  readonly whyNot?: (holder: Holder) => string | null
  readonly label: string
  /** Id of the one that the address names. */
  readonly start: string | undefined
  readonly onChosen?: (holder: Holder | null) => void
}) => {
  const t = useText('walletMoney')
  return (
    <RecordChoice<V, Holder>
      form={form}
      name={name}
      missing={t('missing')}
      onChosen={onChosen}
      whyNot={whyNot}
    >
      {(field) => <HolderField {...field} label={label} start={start ?? null} />}
    </RecordChoice>
  )
}

/** Which card: a field of a form that has the id of the card. */
export const CardInput = <V extends FieldValues>({
  form,
  name,
  start,
}: OfForm<V> & { readonly start: string | undefined }) => {
  const t = useText('walletLoads')
  return (
    <RecordChoice<V, ReceivingCard> form={form} name={name} missing={t('missing')}>
      {(field) => <CardField {...field} start={start ?? null} />}
    </RecordChoice>
  )
}

/** Which of the two wallets. */
export const WalletInput = <V extends FieldValues>({
  form,
  name,
  label,
  onChosen,
}: {
  readonly form: ContractForm<V>
  readonly name: FieldPathByValue<V, Wallet>
  readonly label: string
  readonly onChosen?: (wallet: Wallet) => void
}) => (
  <Controlled form={form} name={name as FieldPath<V>}>
    {({ value, onChange }) => (
      <WalletChoice
        label={label}
        name={name}
        value={value as Wallet}
        onChange={(wallet) => {
          onChange(wallet as FieldPathValue<V, FieldPath<V>>)
          onChosen?.(wallet)
        }}
      />
    )}
  </Controlled>
)
