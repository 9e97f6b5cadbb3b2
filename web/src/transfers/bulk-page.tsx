import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useGo, useQueryParams } from '../kernel/router.tsx'
import { CsvFile } from '../ui/csv-file.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { Controlled } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { Meter } from '../ui/meter.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Holder } from '../ui/wallets/holder-field.tsx'
import { problemAt } from '../ui/wallets/money-problem.ts'
import { HolderInput, WalletInput } from '../ui/wallets/money-fields.tsx'
import { MoneyForm } from '../ui/wallets/money-form.tsx'
import { useMoneyForm } from '../ui/wallets/use-money-form.ts'
import type { Wallet } from '../ui/wallets/wallet-choice.tsx'
import { BulkProblems } from './bulk-problems.tsx'
import { parseRows } from './bulk-rows.ts'
import { TransferTarget } from './transfer-target.tsx'
import { sumsOf, useBulkCheck, type BulkCheck } from './use-bulk-check.ts'

preloadText('transfers')
preloadText('walletLoads')
preloadText('walletMoney')
preloadText('fields')

const Review = dialogPart(async () => (await import('./bulk-review.tsx')).BulkReview)

type Values = { readonly fromOwnerId: string; readonly fromWallet: Wallet; readonly text: string }

const start: Values = { fromOwnerId: '', fromWallet: 'immediate', text: '' }
const problemOf = problemAt({
  sender_not_found: 'fromOwnerId',
  sender_wallet_not_found: 'fromOwnerId',
} as const)
const historyPath = '/admin/transfers/to-card/batches'

const useBulkForm = () => {
  const b = useText('walletLoadBatches')
  const checking = useBulkCheck()
  /** Of which check only the good rows are transferred. */
  const [leftOut, setLeftOut] = useState<BulkCheck | null>(null)
  const form = useMoneyForm({
    schema: async () =>
      (await import('./bulk-transfer-rules.ts')).bulkTransfer({
        none: () => b('file.none'),
        tooMany: (count) => b('file.tooMany', { count }),
      }),
    start,
    problemOf,
    read: ({ text, ...sender }: Values) => checking.check(sender, parseRows(text)),
  })
  const { shown } = form
  return {
    form,
    count: parseRows(form.watch('text')).length,
    done: checking.done,
    /** What was found; without the rows with problems, if the person leaves them out. */
    check: shown && leftOut === shown ? sumsOf(shown.good, shown) : shown,
    leaveOut: () => setLeftOut(shown),
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

const useFileTexts = () => {
  const t = useText('walletLoadBatches')
  return {
    title: t('file.title'),
    columns: t('file.columns'),
    choose: t('file.choose'),
    template: t('file.template'),
    templateName: t('file.templateName'),
    label: t('file.label'),
    hint: t('file.hint'),
    tooLarge: t('file.tooLarge'),
    unreadable: t('file.unreadable'),
  }
}

/** Transfers from a company's wallet to many cards by a file: `/admin/transfers/to-card/bulk`, also with `?from=`. */
export const BulkPage = () => {
  const t = useText('walletLoadBatches')
  const c = useText('transfers')
  const texts = useFileTexts()
  const go = useGo()
  const [{ from }] = useQueryParams()
  const { form, count, done, check, leaveOut } = useBulkForm()
  const [sender, setSender] = useState<Holder | null>(null)
  const discard = useGuardedTexts(form.watch('text') !== '')
  const isClean = check !== null && check.bad.length === 0
  return (
    <MoneyForm
      title={t('title')}
      lead={t('lead')}
      above={<TransferTarget value="many" />}
      other={form.other}
      busy={form.formState.isSubmitting}
      submit={t('check')}
      back={{ to: historyPath, text: t('history') }}
      onReview={form.review}
      dialog={
        isClean &&
        sender && (
          <Review
            open
            sender={sender}
            wallet={form.getValues('fromWallet')}
            check={check}
            onAgain={form.review}
            onClose={form.close}
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
          <HolderInput form={form} name="fromOwnerId" label={t('sender')} start={from} onChosen={setSender} />
          <WalletInput form={form} name="fromWallet" label={t('wallet')} />
        </div>
      </Panel>
      <Controlled form={form} name="text">
        {({ value, error, onChange }) => (
          <CsvFile
            value={value}
            error={error ?? null}
            onChange={onChange}
            columns="card,email,amount,note"
            texts={texts}
          />
        )}
      </Controlled>
      {done !== null && <Progress done={done} count={count} />}
      {check && !isClean && <BulkProblems check={check} leaveOut={leaveOut} />}
    </MoneyForm>
  )
}
