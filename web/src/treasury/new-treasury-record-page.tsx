import { readTreasuryChoices, treasuryKinds } from '@cardamom/contract/treasury/treasury-operations'
import type { WireOf } from '@cardamom/contract/endpoint'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCall } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { DateField } from '../ui/date-field.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Controlled } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { AmountInput, MoneyForm } from '../ui/wallets/money-form.tsx'
import { CoinFields, SuspenseFields, WireField } from './record-subject.tsx'
import { isConversion, needsWire, type TreasuryKind } from './treasury-entry.ts'
import { useTreasuryForm, type TreasuryForm } from './use-treasury-form.ts'

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
  const [kind, target] = [form.watch('kind'), form.watch('target')]
  return (
    <Panel>
      <div className="flex flex-col gap-5">
        <SelectField
          label={t('form.kind')}
          options={treasuryKinds.map((value) => ({ value, label: t(`values.kind.${value}`) }))}
          {...form.field('kind')}
        />
        {isConversion(kind) && <CoinFields form={form} choices={choices} />}
        {kind === 'suspense_resolved' && <SuspenseFields form={form} choices={choices} />}
        {needsWire({ kind, target }) && <WireField form={form} choices={choices} />}
        <AmountInput label={t(amountLabel(kind))} {...form.field('amount')} />
        {isConversion(kind) && (
          <AmountInput label={t('form.fee')} hint={t('form.feeHint')} {...form.field('fee')} />
        )}
      </div>
    </Panel>
  )
}

const Papers = ({ form }: { form: TreasuryForm }) => {
  const t = useText('treasuryOperations')
  const kind = form.watch('kind')
  return (
    <Panel>
      <div className="flex flex-col gap-5">
        {isConversion(kind) && (
          <TextField
            autoComplete="off"
            maxLength={60}
            label={t('form.venue')}
            hint={t('form.venueHint')}
            {...form.field('venue')}
          />
        )}
        <TextField
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          label={t('form.reference')}
          hint={t(hintOf(kind))}
          {...form.field('reference')}
        />
        <Controlled form={form} name="valuedOn">
          {({ value, onChange, onBlur, error }) => (
            <DateField
              label={t('form.valuedOn')}
              error={error}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        </Controlled>
        <TextArea
          label={t('form.proof')}
          hint={t('form.proofHint')}
          rows={2}
          maxLength={500}
          {...form.field('proof')}
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
  const discard = useGuardedTexts(form.formState.isDirty)
  return (
    <MoneyForm
      title={t('form.title')}
      lead={t('form.lead')}
      other={form.other}
      busy={form.formState.isSubmitting}
      submit={t('form.review')}
      back={{ to: listPath, text: t('form.back') }}
      onReview={form.review}
      dialog={
        form.shown && (
          <TreasuryDialog
            open
            {...form.shown}
            onAgain={form.review}
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
