import { amountMeanings, previewTransfer } from '@cardamom/contract/transfers'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { sentenceOf } from '../kernel/transport.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { HolderField, type Holder } from '../ui/wallets/holder-field.tsx'
import { TransferTarget } from './transfer-target.tsx'
import { amountOf, WalletChoice, type Wallet } from '../ui/wallets/wallet-choice.tsx'

preloadText('walletMoney')
preloadText('fields')

const ReviewDialog = dialogPart(async () => (await import('./review-dialog.tsx')).ReviewDialog)

type Meaning = (typeof amountMeanings)[number]
type Review = {
  readonly input: SentInputOf<typeof previewTransfer>
  readonly preview: WireOf<typeof previewTransfer>
}
type Problem = { readonly field: 'sender' | 'receiver' | 'amount' | null; readonly text: string }

/** The field that a refusal is about. */
const fieldOf = (code: string): Problem['field'] => {
  if (code.startsWith('sender_')) return 'sender'
  if (code.startsWith('receiver_') || code === 'same_admin') return 'receiver'
  return code === 'invalid_amount' || code === 'not_enough_money' ? 'amount' : null
}

/** The typed transfer, what is wrong with it, and its preview once it was asked for. */
const useTransferForm = () => {
  const t = useText('transfers')
  const w = useText('walletMoney')
  const [sender, setSender] = useState<Holder | null>(null)
  const [receiver, setReceiver] = useState<Holder | null>(null)
  const [fromWallet, setFromWallet] = useState<Wallet>('regular')
  const [toWallet, setToWallet] = useState<Wallet>('regular')
  const [amount, setAmount] = useState('')
  const [amountIs, setAmountIs] = useState<Meaning>('total')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState<Review | null>(null)

  const missing = (): Problem | null => {
    if (!sender) return { field: 'sender', text: w('missing') }
    if (!receiver) return { field: 'receiver', text: w('missing') }
    return amountOf(amount) === null ? { field: 'amount', text: t('form.amountWrong') } : null
  }
  const review = async () => {
    const first = missing()
    setProblem(first)
    if (first || !sender || !receiver || isReading) return
    const sides = { fromOwnerId: sender.id, fromWallet, toOwnerId: receiver.id, toWallet }
    const input = { ...sides, amount: amountOf(amount) ?? '', amountIs }
    setReading(true)
    try {
      setShown({ input, preview: await call(previewTransfer, { input, errors: 'none' }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setShown(null)
      setProblem({ field: fieldOf(error.code), text: sentenceOf(error) })
    } finally {
      setReading(false)
    }
  }
  /** A change ends the problem that was shown. */
  const typing =
    <T,>(store: (value: T) => void) =>
    (value: T) => {
      setProblem(null)
      store(value)
    }
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : null)
  return {
    sender,
    receiver,
    fromWallet,
    toWallet,
    amount,
    amountIs,
    isReading,
    shown,
    errorOf,
    review,
    setSender: typing(setSender),
    setReceiver: typing(setReceiver),
    setFromWallet: typing((wallet: Wallet) => {
      setFromWallet(wallet)
      setToWallet(wallet)
    }),
    setToWallet: typing(setToWallet),
    setAmount: typing(setAmount),
    setAmountIs: typing(setAmountIs),
    close: () => setShown(null),
  }
}

type Form = ReturnType<typeof useTransferForm>

const SidePanels = ({ form }: { form: Form }) => {
  const t = useText('transfers')
  const [{ from, to }] = useQueryParams()
  return (
    <>
      <Panel title={t('sender')}>
        <div className="flex flex-col gap-5">
          <HolderField
            label={t('form.sender')}
            chosen={form.sender}
            start={from ?? null}
            error={form.errorOf('sender')}
            choose={form.setSender}
          />
          <WalletChoice
            label={t('form.fromWallet')}
            name="from-wallet"
            value={form.fromWallet}
            onChange={form.setFromWallet}
          />
        </div>
      </Panel>
      <Panel title={t('receiver')}>
        <div className="flex flex-col gap-5">
          <HolderField
            label={t('form.receiver')}
            chosen={form.receiver}
            start={to ?? null}
            error={form.errorOf('receiver')}
            choose={form.setReceiver}
          />
          <WalletChoice
            label={t('form.toWallet')}
            name="to-wallet"
            value={form.toWallet}
            onChange={form.setToWallet}
          />
        </div>
      </Panel>
    </>
  )
}

const AmountPanel = ({ form }: { form: Form }) => {
  const t = useText('transfers')
  return (
    <Panel title={t('form.amount')}>
      <div className="flex flex-col gap-4">
        <TextField
          isShort
          inputMode="decimal"
          autoComplete="off"
          start="$"
          maxLength={16}
          label={t(`form.${form.amountIs}`)}
          hint={t(form.amountIs === 'total' ? 'form.totalHint' : 'form.netHint')}
          error={form.errorOf('amount') ?? undefined}
          value={form.amount}
          onChange={({ target }) => form.setAmount(target.value)}
        />
        <Segmented
          label={t('form.amountIs')}
          name="amount-is"
          value={form.amountIs}
          segments={amountMeanings.map((value) => ({ value, label: t(`form.${value}`) }))}
          onChange={form.setAmountIs}
        />
      </div>
    </Panel>
  )
}

/** A transfer between two wallets: `/admin/transfers/new`, also with `?from=` and `?to=` of a holder. */
export const NewTransferPage = () => {
  const t = useText('transfers')
  const go = useGo()
  const form = useTransferForm()
  const { shown } = form
  const other = form.errorOf(null)
  const discard = useGuardedTexts(form.amount !== '')
  return (
    <Page>
      <PageHeader title={t('form.title')} />
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.review()
        }}
      >
        <TransferTarget value="wallet" />
        <p className="text-mute">{t('form.lead')}</p>
        <SidePanels form={form} />
        <AmountPanel form={form} />
        {other !== null && <NoteBox tone="bad" role="alert" title={other} />}
        <ActionBar>
          <Button type="submit" variant="primary" busy={form.isReading}>
            {t('form.review')}
          </Button>
          <ButtonLink to="/admin/transfers">{t('form.cancel')}</ButtonLink>
        </ActionBar>
      </form>
      {shown && (
        <ReviewDialog
          open
          sides={{
            fromOwnerId: shown.input.fromOwnerId,
            fromWallet: shown.input.fromWallet,
            toOwnerId: shown.input.toOwnerId,
            toWallet: shown.input.toWallet,
          }}
          preview={shown.preview}
          onAgain={() => void form.review()}
          onClose={form.close}
          onDone={(id) => {
            discard()
            go('/admin/transfers', { replace: true, ...(id === null ? {} : { search: { open: id } }) })
          }}
        />
      )}
    </Page>
  )
}
