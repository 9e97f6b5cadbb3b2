import { readTreasuryChoices, treasuryKinds } from '@cardamom/contract/treasury/treasury-operations'
import type { WireOf } from '@cardamom/contract/endpoint'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { DateField } from '../ui/date-field.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { AmountField, MoneyForm } from '../ui/wallets/money-form.tsx'
import { CoinFields, SuspenseFields, WireField } from './record-subject.tsx'
import { isConversion, useTreasuryForm, type TreasuryForm, type TreasuryKind } from './use-treasury-form.ts'

preloadText('walletMoney')
preloadText('ledgerAccounts')
preloadText('fields')

const TreasuryDialog = dialogPart(async () => (await import('./treasury-dialog.tsx')).TreasuryDialog)

const listPath = '/admin/treasury/records'

/** Whose reference it is. */
const hintOf = (kind: TreasuryKind) => {
  if (isConversion(kind)) return 'form.referenceHints.trade'
  if (kind === 'bank_fee' || kind === 'funding_returned') return 'form.referenceHints.line'
  return kind === 'suspense_resolved' ? 'form.referenceHints.other' : 'form.referenceHints.wire'
}

const amountLabel = (kind: TreasuryKind) =>
  kind === 'coins_bought' || kind === 'coins_sold' ? (`form.amount.${kind}` as const) : 'form.amount.other'

const Subject = ({ form, choices }: { form: TreasuryForm; choices: WireOf<typeof readTreasuryChoices> }) => {
  const t = useText('treasuryOperations')
  const { kind, typed, set, errorOf } = form
  return (
    <Panel>
      <div className="flex flex-col gap-5">
        <SelectField
          label={t('form.kind')}
          options={treasuryKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
          value={kind}
          onChange={({ target }) => form.setKind(target.value as TreasuryKind)}
        />
        {isConversion(kind) && <CoinFields form={form} choices={choices} />}
        {kind === 'suspense_resolved' && <SuspenseFields form={form} choices={choices} />}
        {form.needsWire && <WireField form={form} choices={choices} />}
        <AmountField
          label={t(amountLabel(kind))}
          error={errorOf('amount')}
          value={typed.amount}
          onChange={set('amount')}
        />
        {isConversion(kind) && (
          <AmountField
            label={t('form.fee')}
            hint={t('form.feeHint')}
            error={errorOf('fee')}
            value={typed.fee}
            onChange={set('fee')}
          />
        )}
      </div>
    </Panel>
  )
}

const Papers = ({ form }: { form: TreasuryForm }) => {
  const t = useText('treasuryOperations')
  const { kind, typed, set, errorOf } = form
  return (
    <Panel>
      <div className="flex flex-col gap-5">
        {isConversion(kind) && (
          <TextField
            autoComplete="off"
            maxLength={60}
            label={t('form.venue')}
            hint={t('form.venueHint')}
            error={errorOf('venue') ?? undefined}
            value={typed.venue}
            onChange={({ target }) => set('venue')(target.value)}
          />
        )}
        <TextField
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          label={t('form.reference')}
          hint={t(hintOf(kind))}
          error={errorOf('reference') ?? undefined}
          value={typed.reference}
          onChange={({ target }) => set('reference')(target.value)}
        />
        <DateField
          label={t('form.valuedOn')}
          error={errorOf('valuedOn') ?? undefined}
          value={form.valuedOn}
          onChange={form.setValuedOn}
        />
        <TextArea
          label={t('form.proof')}
          hint={t('form.proofHint')}
          rows={2}
          maxLength={500}
          value={typed.proof}
          onChange={({ target }) => set('proof')(target.value)}
        />
      </div>
    </Panel>
  )
}

/** A record of the treasury: `/admin/treasury/new`, also with `?kind=`. */
export const NewTreasuryRecordPage = () => {
  const t = useText('treasuryOperations')
  const go = useGo()
  const form = useTreasuryForm()
  const choices = useCall(readTreasuryChoices, { errors: 'none' })
  const discard = useGuardedTexts(form.isTyped)
  return (
    <MoneyForm
      title={t('form.title')}
      lead={t('form.lead')}
      other={form.errorOf(null)}
      busy={form.isReading}
      submit={t('form.review')}
      back={{ to: listPath, text: t('form.back') }}
      onReview={() => void form.review()}
      dialog={
        form.shown && (
          <TreasuryDialog
            open
            {...form.shown}
            onAgain={() => void form.review()}
            onClose={form.close}
            onDone={() => {
              discard()
              go(listPath, { replace: true })
            }}
          />
        )
      }
    >
      <Loaded reads={{ choices }} waiting={<SkeletonRows rows={4} />} failed={t('form.choicesFailed')}>
        {({ choices: found }) => <Subject form={form} choices={found} />}
      </Loaded>
      <Papers form={form} />
    </MoneyForm>
  )
}
