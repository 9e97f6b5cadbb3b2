import { amountMeanings } from '@cardamom/contract/transfers'
import { useText } from '../kernel/i18n.tsx'
import { Segmented } from '../ui/choice.tsx'
import { Controlled, type ContractForm } from '../ui/form.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AmountInput } from '../ui/wallets/money-form.tsx'

export type AmountMeaning = (typeof amountMeanings)[number]

/** The amount of a transfer, whether the fee is part of it, and what the other side knows it by. */
export const AmountPanel = ({
  form,
  netHint,
}: {
  form: ContractForm<{ amount: string; amountIs: AmountMeaning; reference: string }>
  netHint: string
}) => {
  const t = useText('transfers')
  const amountIs = form.watch('amountIs')
  return (
    <Panel title={t('form.amount')}>
      <div className="flex flex-col gap-4">
        <AmountInput
          label={t(`form.${amountIs}`)}
          hint={amountIs === 'total' ? t('form.totalHint') : netHint}
          {...form.field('amount')}
        />
        <div>
          <Controlled form={form} name="amountIs">
            {({ value, onChange }) => (
              <Segmented
                label={t('form.amountIs')}
                name="amount-is"
                value={value}
                segments={amountMeanings.map((each) => ({ value: each, label: t(`form.${each}`) }))}
                onChange={onChange}
              />
            )}
          </Controlled>
        </div>
        <TextField
          label={t('fields.reference')}
          hint={t('form.referenceHint')}
          maxLength={64}
          autoComplete="off"
          {...form.field('reference')}
        />
      </div>
    </Panel>
  )
}
