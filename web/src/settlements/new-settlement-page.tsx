import { previewSettlement } from '@cardamom/contract/settlements/settlement-decisions'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { sentenceOf } from '../kernel/transport.ts'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { HolderField, type Holder } from '../ui/wallets/holder-field.tsx'
import { useMoneyReview } from '../ui/wallets/money-review.ts'
import { WalletChoice, type Wallet } from '../ui/wallets/wallet-choice.tsx'
import { draftProblem, type DraftProblem } from './draft-problem.ts'
import { ManualLines } from './manual-lines-fields.tsx'
import {
  sentLines,
  typedSums,
  withNewLine,
  wrongField,
  type ManualLine,
  type TypedLine,
} from './manual-lines.ts'

preloadText('walletMoney')
preloadText('fields')

const ReviewDialog = dialogPart(async () => (await import('./settlement-review.tsx')).SettlementReview)

type Review = {
  readonly input: Pick<SentInputOf<typeof previewSettlement>, 'ownerId' | 'wallet' | 'day'>
  readonly lines: readonly ManualLine[]
  readonly name: string
  readonly preview: WireOf<typeof previewSettlement>
}

/** The typed draft, what is wrong with it, and its preview once it was asked for. */
const useDraftForm = () => {
  const t = useText('settlements')
  const w = useText('walletMoney')
  const [holder, setHolder] = useState<Holder | null>(null)
  const [wallet, setWallet] = useState<Wallet>('regular')
  const [day, setDay] = useState('')
  const [lines, setLines] = useState<TypedLine[]>(() => withNewLine([]))
  const money = useMoneyReview<Review, DraftProblem>((error) =>
    draftProblem(error, { text: sentenceOf(error), wrongDay: t('form.dayHint') }),
  )

  const missing = (): DraftProblem | null => {
    if (!holder) return { field: 'holder', text: w('missing') }
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return { field: 'day', text: t('form.dayMissing') }
    const wrong = wrongField(lines)
    if (!wrong) return null
    const text = t(wrong.field === 'amount' ? 'form.amountWrong' : 'form.noteMissing')
    return { field: `lines.${wrong.at}.${wrong.field}`, text }
  }
  return {
    ...money,
    holder,
    wallet,
    day,
    lines,
    review: () =>
      money.review(missing(), async () => {
        const input = { ownerId: holder?.id ?? '', wallet, day }
        const { added, deducted } = typedSums(lines)
        const sent = { ...input, added, deducted }
        const preview = await call(previewSettlement, { input: sent, errors: 'none' })
        return { input, lines: sentLines(lines), name: holder?.name ?? '', preview }
      }),
    setHolder: money.typing(setHolder),
    setWallet: money.typing(setWallet),
    setDay: money.typing(setDay),
    setLines: money.typing(setLines),
  }
}

type Form = ReturnType<typeof useDraftForm>

const Fields = ({ form }: { form: Form }) => {
  const t = useText('settlements')
  const [{ owner }] = useQueryParams()
  return (
    <>
      <Panel title={t('form.beneficiary')}>
        <div className="flex flex-col gap-5">
          <HolderField
            label={t('form.beneficiary')}
            chosen={form.holder}
            start={owner ?? null}
            error={form.errorOf('holder')}
            choose={form.setHolder}
          />
          <WalletChoice
            label={t('form.wallet')}
            name="settled-wallet"
            value={form.wallet}
            onChange={form.setWallet}
          />
          <DateField
            label={t('form.day')}
            hint={t('form.dayHint')}
            error={form.errorOf('day') ?? undefined}
            value={form.day}
            onChange={form.setDay}
          />
        </div>
      </Panel>
      <ManualLines
        lines={form.lines}
        errorOf={(at, field) => form.errorOf(`lines.${at}.${field}`) ?? undefined}
        onChange={form.setLines}
      />
    </>
  )
}

const OtherProblem = ({ problem }: { problem: DraftProblem | null }) => {
  const t = useText('settlements')
  if (!problem || problem.field !== null) return null
  const { text, settlementId } = problem
  return (
    <NoteBox
      tone="bad"
      role="alert"
      title={text}
      {...(settlementId === undefined
        ? {}
        : { action: <TextLink to={`/admin/settlements/${settlementId}`}>{t('form.exists')}</TextLink> })}
    />
  )
}

/** A settlement by hand: `/admin/settlements/new`, also with `?owner=` of a holder. */
export const NewSettlementPage = () => {
  const t = useText('settlements')
  const go = useGo()
  const form = useDraftForm()
  const { shown } = form
  const discard = useGuardedTexts(form.lines.some(({ amount, note }) => amount !== '' || note !== ''))
  return (
    <Page>
      <PageHeader title={t('form.title')} back="/admin/settlements" />
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.review()
        }}
      >
        <p className="text-mute">{t('form.lead')}</p>
        <Fields form={form} />
        <OtherProblem problem={form.problem} />
        <ActionBar>
          <Button type="submit" variant="primary" busy={form.isReading}>
            {t('form.review')}
          </Button>
          <ButtonLink to="/admin/settlements">{t('form.cancel')}</ButtonLink>
        </ActionBar>
      </form>
      {shown && (
        <ReviewDialog
          open
          {...shown}
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
