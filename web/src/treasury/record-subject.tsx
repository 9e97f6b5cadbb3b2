import { suspenseTargets, type readTreasuryChoices } from '@cardamom/contract/treasury/treasury-operations'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Segmented } from '../ui/choice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { HolderField } from '../ui/wallets/holder-field.tsx'
import type { TreasuryForm } from './use-treasury-form.ts'

type Choices = WireOf<typeof readTreasuryChoices>
type Props = { readonly form: TreasuryForm; readonly choices: Choices }

/** The coin and how many of it. */
export const CoinFields = ({ form, choices: { assets } }: Props) => {
  const t = useText('treasuryOperations')
  const { typed, set, errorOf } = form
  const chosen = assets.find(({ asset }) => asset === typed.asset)
  return (
    <>
      <SelectField
        label={t('form.asset')}
        placeholder
        options={assets.map(({ asset, symbol }) => ({ value: asset, label: symbol }))}
        hint={chosen && t(`form.has.${chosen.holding}`, { amount: chosen.amount, symbol: chosen.symbol })}
        error={errorOf('asset') ?? undefined}
        value={typed.asset}
        onChange={({ target }) => set('asset')(target.value)}
      />
      <TextField
        isShort
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        label={t('form.coins')}
        error={errorOf('coins') ?? undefined}
        value={typed.coins}
        onChange={({ target }) => set('coins')(target.value)}
      />
    </>
  )
}

/** A wire to the issuer that has neither arrived nor come back. */
export const WireField = ({ form, choices: { fundings } }: Props) => {
  const t = useText('treasuryOperations')
  const date = useDates()
  return (
    <SelectField
      label={t('form.funding')}
      placeholder
      options={fundings.map(({ id, amount, valuedOn, reference }) => ({
        value: id,
        label: t('form.fundingOf', { amount: moneyText(amount), day: date(valuedOn, 'full'), reference }),
      }))}
      hint={fundings.length === 0 ? t('form.noFunding') : undefined}
      error={form.errorOf('fundingId') ?? undefined}
      value={form.typed.fundingId}
      onChange={({ target: { value: id } }) => {
        // What was in suspense has an amount of its own.
        const amount = form.kind === 'funding_returned' ? fundings.find((each) => each.id === id)?.amount : ''
        form.choose({ field: 'fundingId', id, amount: amount ?? '' })
      }}
    />
  )
}

/** The money in suspense, and what it was. */
export const SuspenseFields = ({ form, choices }: Props) => {
  const t = useText('treasuryOperations')
  const date = useDates()
  const { suspense } = choices
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
        error={form.errorOf('suspenseId') ?? undefined}
        value={form.typed.suspenseId}
        onChange={({ target: { value: id } }) =>
          form.choose({
            field: 'suspenseId',
            id,
            amount: suspense.find((each) => each.id === id)?.amount ?? '',
          })
        }
      />
      <div>
        <p aria-hidden className="pb-1.5 text-base font-medium md:text-sm">
          {t('form.target')}
        </p>
        <Segmented
          label={t('form.target')}
          name="target"
          value={form.target}
          isLong
          segments={suspenseTargets.map((value) => ({ value, label: t(`form.targets.${value}`) }))}
          onChange={form.setTarget}
        />
      </div>
      {form.target === 'operator' && (
        <p className="text-mute text-base md:text-sm">{t('form.operatorHint')}</p>
      )}
      {form.needsHolder && (
        <HolderField
          label={t('form.holder')}
          chosen={form.holder}
          start={null}
          error={form.errorOf('holder')}
          choose={form.setHolder}
        />
      )}
    </>
  )
}
