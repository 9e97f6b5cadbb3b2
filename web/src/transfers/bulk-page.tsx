import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Meter } from '../ui/meter.tsx'
import { Panel } from '../ui/panel.tsx'
import { HolderField, type Holder } from '../ui/wallets/holder-field.tsx'
import { MoneyForm } from '../ui/wallets/money-form.tsx'
import { problemAt, useMoneyReview, type MoneyProblem } from '../ui/wallets/money-review.ts'
import { WalletChoice, type Wallet } from '../ui/wallets/wallet-choice.tsx'
import { BulkFile } from './bulk-file.tsx'
import { BulkProblems } from './bulk-problems.tsx'
import { parseRows } from './bulk-rows.ts'
import { TransferTarget } from './transfer-target.tsx'
import { sumsOf, useBulkCheck, type BulkCheck } from './use-bulk-check.ts'

preloadText('transfers')
preloadText('walletLoads')
preloadText('walletMoney')
preloadText('fields')

const Review = dialogPart(async () => (await import('./bulk-review.tsx')).BulkReview)

type Field = 'sender' | 'file'
const fields = { sender_not_found: 'sender', sender_wallet_not_found: 'sender' } as const
const historyPath = '/admin/transfers/to-card/batches'

const useBulkForm = () => {
  const b = useText('walletLoadBatches')
  const w = useText('walletMoney')
  const [sender, setSender] = useState<Holder | null>(null)
  const [wallet, setWallet] = useState<Wallet>('immediate')
  const [text, setText] = useState('')
  const checking = useBulkCheck()
  const [only, setOnly] = useState<BulkCheck | null>(null)
  const form = useMoneyReview<BulkCheck | null, MoneyProblem<Field>>(problemAt(fields))
  const rows = parseRows(text)
  const missing = (): MoneyProblem<Field> | null => {
    if (!sender) return { field: 'sender', text: w('missing') }
    if (rows.length === 0) return { field: 'file', text: b('file.none') }
    const isTooMany = rows.length > checking.mostRows
    return isTooMany ? { field: 'file', text: b('file.tooMany', { count: rows.length }) } : null
  }
  const typing = <T,>(store: (value: T) => void) =>
    form.typing((value: T) => {
      setOnly(null)
      form.close()
      store(value)
    })
  return {
    sender,
    wallet,
    text,
    count: rows.length,
    done: checking.done,
    form,
    /** What was found; without the rows with problems, if the person leaves them out. */
    check: only ?? form.shown,
    review: () => {
      setOnly(null)
      return form.review(missing(), () =>
        checking.check({ fromOwnerId: sender?.id ?? '', fromWallet: wallet }, rows),
      )
    },
    leaveOut: () => setOnly(form.shown && sumsOf(form.shown.good, form.shown.limitCents)),
    close: () => {
      setOnly(null)
      form.close()
    },
    setSender: typing(setSender),
    setWallet: typing(setWallet),
    setText: typing(setText),
  }
}

const Progress = ({ done, count }: { done: number; count: number }) => {
  const b = useText('walletLoadBatches')
  const label = b('checking', { done, count })
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="num">{label}</p>
      <Meter label={label} share={count === 0 ? 0 : done / count} />
    </div>
  )
}

/** Transfers from a company's wallet to many cards by a file: `/admin/transfers/to-card/bulk`, also with `?from=`. */
export const BulkPage = () => {
  const t = useText('walletLoadBatches')
  const c = useText('transfers')
  const go = useGo()
  const [{ from }] = useQueryParams()
  const bulk = useBulkForm()
  const { form, sender, wallet, check } = bulk
  const discard = useGuardedTexts(bulk.text !== '')
  const isClean = check !== null && check.bad.length === 0
  return (
    <MoneyForm
      title={t('title')}
      lead={t('lead')}
      above={<TransferTarget value="many" />}
      other={form.errorOf(null)}
      busy={form.isReading}
      submit={t('check')}
      back={{ to: historyPath, text: t('history') }}
      onReview={() => void bulk.review()}
      dialog={
        isClean &&
        sender && (
          <Review
            open
            sender={sender}
            wallet={wallet}
            check={check}
            onAgain={() => void bulk.review()}
            onClose={bulk.close}
            onDone={(id) => {
              discard()
              go(historyPath, { replace: true, ...(id === null ? {} : { search: { open: id } }) })
            }}
          />
        )
      }
    >
      <Panel title={c('sender')}>
        <div className="flex flex-col gap-5">
          <HolderField
            label={t('sender')}
            chosen={sender}
            start={from ?? null}
            error={form.errorOf('sender')}
            choose={bulk.setSender}
          />
          <WalletChoice label={t('wallet')} name="from-wallet" value={wallet} onChange={bulk.setWallet} />
        </div>
      </Panel>
      <BulkFile value={bulk.text} error={form.errorOf('file')} onChange={bulk.setText} />
      {bulk.done !== null && <Progress done={bulk.done} count={bulk.count} />}
      {check && !isClean && <BulkProblems check={check} leaveOut={bulk.leaveOut} />}
    </MoneyForm>
  )
}
