import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { HolderField } from '../ui/wallets/holder-field.tsx'
import { WalletChoice } from '../ui/wallets/wallet-choice.tsx'
import { ProofField } from './proof-field.tsx'
import { useDepositForm } from './use-deposit-form.ts'

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
        <HolderField
          label={t('form.company')}
          chosen={form.company}
          start={company ?? null}
          error={form.errorOf('company')}
          choose={form.setCompany}
        />
        <WalletChoice label={t('form.wallet')} name="wallet" value={form.wallet} onChange={form.setWallet} />
        <TextField
          isShort
          inputMode="decimal"
          autoComplete="off"
          start="$"
          maxLength={16}
          label={t('form.amount')}
          hint={t('form.amountHint')}
          error={form.errorOf('amount') ?? undefined}
          value={form.amount}
          onChange={({ target }) => form.setAmount(target.value)}
        />
      </div>
    </Panel>
  )
}

const WirePanel = ({ form }: { form: Form }) => {
  const t = useText('topUps')
  const first = form.problem?.first
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
          error={form.errorOf('reference') ?? undefined}
          value={form.reference}
          onChange={({ target }) => form.setReference(target.value)}
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
        <DateField
          label={t('form.valuedOn')}
          error={form.errorOf('date') ?? undefined}
          value={form.valuedOn}
          onChange={form.setValuedOn}
        />
        <ProofField proof={form.proof} error={form.errorOf('proof')} choose={form.setProof} />
      </div>
    </Panel>
  )
}

/** A wire of a company: `/admin/wallets/deposits/new`, also with `?company=`. */
export const NewDepositPage = () => {
  const t = useText('topUps')
  const go = useGo()
  const form = useDepositForm()
  const other = form.errorOf(null)
  const discard = useGuardedTexts(form.isTyped)
  return (
    <Page>
      <PageHeader title={t('form.title')} back={listPath} />
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.review()
        }}
      >
        <p className="text-mute">{t('form.lead')}</p>
        <MoneyPanel form={form} />
        <WirePanel form={form} />
        {other !== null && <NoteBox tone="bad" role="alert" title={other} />}
        <ActionBar>
          <Button type="submit" variant="primary" busy={form.isReading}>
            {t('form.review')}
          </Button>
          <ButtonLink to={listPath}>{t('form.cancel')}</ButtonLink>
        </ActionBar>
      </form>
      {form.shown && (
        <DepositDialog
          open
          {...form.shown}
          onAgain={() => void form.review()}
          onRefused={form.refuse}
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
