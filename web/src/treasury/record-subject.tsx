import { suspenseTargets, type readTreasuryChoices } from '@cardamom/contract/treasury/treasury-operations'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Segmented } from '../ui/choice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Controlled } from '../ui/form.tsx'
import { HolderInput } from '../ui/wallets/money-fields.tsx'
import { needsHolder } from './treasury-entry.ts'
import type { TreasuryForm } from './use-treasury-form.ts'

type Choices = WireOf<typeof readTreasuryChoices>
type Props = { readonly form: TreasuryForm; readonly choices: Choices }

/** Proposes the amount of what the record is about. */
const proposeAmount = (form: TreasuryForm, amount: string | undefined) => {
  if (amount !== undefined) form.setValue('amount', amount)
}

/** The coin and how many of it. */
export const CoinFields = ({ form, choices: { assets } }: Props) => {
  const t = useText('treasuryOperations')
  const wanted = form.watch('asset')
  const chosen = assets.find(({ asset }) => asset === wanted)
  return (
    <>
      <SelectField
        label={t('form.asset')}
        placeholder
        options={assets.map(({ asset, symbol }) => ({ value: asset, label: symbol }))}
        hint={chosen && t(`form.has.${chosen.holding}`, { amount: chosen.amount, symbol: chosen.symbol })}
        {...form.field('asset')}
      />
      <TextField
        isShort
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        label={t('form.coins')}
        {...form.field('coins')}
      />
    </>
  )
}

/** A wire to the issuer that has neither arrived nor come back. */
export const WireField = ({ form, choices: { fundings } }: Props) => {
  const t = useText('treasuryOperations')
  const date = useDates()
  const funding = form.field('fundingId')
  return (
    <SelectField
      label={t('form.funding')}
      placeholder
      options={fundings.map(({ id, amount, valuedOn, reference }) => ({
        value: id,
        label: t('form.fundingOf', { amount: moneyText(amount), day: date(valuedOn, 'full'), reference }),
      }))}
      hint={fundings.length === 0 ? t('form.noFunding') : undefined}
      {...funding}
      onChange={(event) => {
        // What was in suspense has an amount of its own.
        const isReturn = form.getValues('kind') === 'funding_returned'
        proposeAmount(
          form,
          isReturn ? fundings.find(({ id }) => id === event.target.value)?.amount : undefined,
        )
        return funding.onChange(event)
      }}
    />
  )
}

/** The money in suspense, and what it was. */
export const SuspenseFields = ({ form, choices }: Props) => {
  const t = useText('treasuryOperations')
  const date = useDates()
  const { suspense } = choices
  const found = form.field('suspenseId')
  const [kind, target] = [form.watch('kind'), form.watch('target')]
  return (
    <>
      <SelectField
        label={t('form.suspense')}
        placeholder
        options={suspense.map(({ id, amount, since }) => ({
          value: id,
          label: t('form.suspenseOf', { amount: moneyText(amount), day: date(since, 'dayTime') }),
        }))}
        hint={suspense.length === 0 ? t('form.noSuspense') : undefined}
        {...found}
        onChange={(event) => {
          proposeAmount(form, suspense.find(({ id }) => id === event.target.value)?.amount)
          return found.onChange(event)
        }}
      />
      <div>
        <p aria-hidden className="pb-1.5 text-base font-medium md:text-sm">
          {t('form.target')}
        </p>
        <Controlled form={form} name="target">
          {({ value, onChange }) => (
            <Segmented
              label={t('form.target')}
              name="target"
              value={value}
              isLong
              segments={suspenseTargets.map((each) => ({ value: each, label: t(`form.targets.${each}`) }))}
              onChange={onChange}
            />
          )}
        </Controlled>
      </div>
      {target === 'operator' && <p className="text-mute text-base md:text-sm">{t('form.operatorHint')}</p>}
      {needsHolder({ kind, target }) && (
        <HolderInput form={form} name="holderId" label={t('form.holder')} start={undefined} />
      )}
    </>
  )
}
