import { previewSettlement } from '@cardamom/contract/settlements/settlement-decisions'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { sentenceOf } from '../kernel/transport.ts'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Controlled, type ContractForm } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { HolderInput, WalletInput } from '../ui/wallets/money-fields.tsx'
import { useMoneyForm } from '../ui/wallets/use-money-form.ts'
import type { Wallet } from '../ui/wallets/wallet-choice.tsx'
import { ManualLines } from './manual-lines-fields.tsx'
import {
  draftProblem,
  emptyLine,
  sentLines,
  settlementIdOf,
  typedSums,
  type ManualLine,
} from './settlement-draft.ts'

preloadText('walletMoney')
preloadText('fields')

const ReviewDialog = dialogPart(async () => (await import('./settlement-review.tsx')).SettlementReview)

type Values = {
  readonly ownerId: string
  readonly wallet: Wallet
  readonly day: string
  readonly lines: ManualLine[]
}

const start: Values = { ownerId: '', wallet: 'regular', day: '', lines: [emptyLine] }

const rulesOf = (amountWrong: string) => async () =>
  (await import('./settlement-draft-rules.ts')).typedSettlement(amountWrong)

const readPreview = async ({ ownerId, wallet, day, lines }: Values) => {
  const { added, deducted } = typedSums(lines)
  const input = { ownerId, wallet, day }
  const preview = await call(previewSettlement, { input: { ...input, added, deducted }, errors: 'none' })
  return { input, lines: sentLines(lines), preview }
}

const Fields = ({ form, onName }: { form: ContractForm<Values>; onName: (name: string) => void }) => {
  const t = useText('settlements')
  const [{ owner }] = useQueryParams()
  return (
    <>
      <Panel title={t('form.beneficiary')}>
        <div className="flex flex-col gap-5">
          <HolderInput
            form={form}
            name="ownerId"
            label={t('form.beneficiary')}
            start={owner}
            onChosen={(holder) => onName(holder?.name ?? '')}
          />
          <WalletInput form={form} name="wallet" label={t('form.wallet')} />
          <Controlled form={form} name="day">
            {({ value, onChange, onBlur, error }) => (
              <DateField
                label={t('form.day')}
                hint={t('form.dayHint')}
                error={error}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
              />
            )}
          </Controlled>
        </div>
      </Panel>
      <ManualLines form={form} />
    </>
  )
}

/** A settlement by hand: `/admin/settlements/new`, also with `?owner=` of a holder. */
export const NewSettlementPage = () => {
  const t = useText('settlements')
  const go = useGo()
  const [name, setName] = useState('')
  const form = useMoneyForm({
    schema: rulesOf(t('form.amountWrong')),
    start,
    problemOf: (error) => draftProblem(error, { text: sentenceOf(error), wrongDay: t('form.dayHint') }),
    read: readPreview,
  })
  const { shown, other } = form
  const settlementId = settlementIdOf(form.refusal)
  const discard = useGuardedTexts(
    form.watch('lines').some(({ amount, note }) => amount !== '' || note !== ''),
  )
  return (
    <Page>
      <PageHeader title={t('form.title')} back="/admin/settlements" />
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          form.review()
        }}
      >
        <p className="text-mute">{t('form.lead')}</p>
        <Fields form={form} onName={setName} />
        {other !== null && (
          <NoteBox
            tone="bad"
            role="alert"
            title={other}
            {...(settlementId !== null && {
              action: <TextLink to={`/admin/settlements/${settlementId}`}>{t('form.exists')}</TextLink>,
            })}
          />
        )}
        <ActionBar>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {t('form.review')}
          </Button>
          <ButtonLink to="/admin/settlements">{t('form.cancel')}</ButtonLink>
        </ActionBar>
      </form>
      {shown && (
        <ReviewDialog
          open
          {...shown}
          name={name}
          onClose={form.close}
          onDone={(id) => {
            discard()
            go(`/admin/settlements/${id}`, { replace: true })
          }}
        />
      )}
    </Page>
  )
}
