import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Controlled } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { HolderInput, WalletInput } from '../ui/wallets/money-fields.tsx'
import { AmountInput } from '../ui/wallets/money-form.tsx'
import { ProofField, type Proof } from './proof-field.tsx'
import { firstOf, useDepositForm } from './use-deposit-form.ts'

preloadText('walletMoney')
preloadText('fields')

const DepositDialog = dialogPart(async () => (await import('./deposit-dialog.tsx')).DepositDialog)

const listPath = '/admin/wallets/deposits'
type Form = ReturnType<typeof useDepositForm>

const MoneyPanel = ({ form }: { form: Form }) => {
  const t = useText('topUps')
  const [{ company }] = useQueryParams()
  return (
    <Panel>
      <div className="flex flex-col gap-5">
        <HolderInput
          form={form}
          name="companyId"
          label={t('form.company')}
          start={company}
          whyNot={({ kind }) => (kind === 'company' ? null : t('form.noCompany'))}
        />
        <WalletInput form={form} name="wallet" label={t('form.wallet')} />
        <AmountInput label={t('form.amount')} hint={t('form.amountHint')} {...form.field('amount')} />
      </div>
    </Panel>
  )
}

const WirePanel = ({ form }: { form: Form }) => {
  const t = useText('topUps')
  const first = firstOf(form.refusal)
  const [proof, setProof] = useState<Proof | null>(null)
  return (
    <Panel title={t('form.wire')}>
      <div className="flex flex-col gap-5">
        <TextField
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          label={t('form.reference')}
          hint={t('form.referenceHint')}
          {...form.field('reference')}
        />
        {first && (
          <NoteBox
            tone="warn"
            role="alert"
            title={t('form.first')}
            action={
              <TextLink to={listPath} search={{ open: first.id }}>
                {first.ref}
              </TextLink>
            }
          />
        )}
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
        <Controlled form={form} name="proofId">
          {({ error, onChange }) => (
            <ProofField
              proof={proof}
              error={error ?? null}
              choose={(next) => {
                setProof(next)
                onChange(next?.id ?? '')
              }}
            />
          )}
        </Controlled>
      </div>
    </Panel>
  )
}

/** A wire of a company: `/admin/wallets/deposits/new`, also with `?company=`. */
export const NewDepositPage = () => {
  const t = useText('topUps')
  const go = useGo()
  const form = useDepositForm()
  const { shown, other } = form
  const [amount, reference, proofId] = [form.watch('amount'), form.watch('reference'), form.watch('proofId')]
  const discard = useGuardedTexts(amount !== '' || reference !== '' || proofId !== '')
  return (
    <Page>
      <PageHeader title={t('form.title')} back={listPath} />
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          form.review()
        }}
      >
        <p className="text-mute">{t('form.lead')}</p>
        <MoneyPanel form={form} />
        <WirePanel form={form} />
        {other !== null && <NoteBox tone="bad" role="alert" title={other} />}
        <ActionBar>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {t('form.review')}
          </Button>
          <ButtonLink to={listPath}>{t('form.cancel')}</ButtonLink>
        </ActionBar>
      </form>
      {shown && (
        <DepositDialog
          open
          {...shown}
          onAgain={form.review}
          onRefused={(error) => void form.refuse(error)}
          onClose={form.close}
          onDone={(id) => {
            discard()
            go(listPath, { replace: true, ...(id === null ? {} : { search: { open: id } }) })
          }}
        />
      )}
    </Page>
  )
}
