import {
  listWalletLoadBatches,
  listWalletLoadBatchRows,
  stopWalletLoadBatch,
} from '@cardamom/contract/transfers/wallet-load-batches'
import { Ban, Download } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useCsv } from '../ui/list/use-csv.ts'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Meter } from '../ui/meter.tsx'
import { SectionTitle } from '../ui/panel.tsx'
import { ReasonDialog } from '../ui/reason-dialog.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { useProblemText } from './bulk-problems.tsx'

type Batch = RowOf<typeof listWalletLoadBatches>
type BatchRow = RowOf<typeof listWalletLoadBatchRows>

const live = ['transfer.'] as const
const tones = {
  waiting: 'neutral',
  refused: 'bad',
  stopped: 'neutral',
  pending: 'warn',
  completed: 'good',
  cancelled: 'neutral',
  reversed: 'neutral',
} as const

const Result = ({ row }: { row: BatchRow }) => {
  const t = useText('walletLoadBatchRows')
  const { result, transferStatus } = row
  const name = transferStatus ?? (result === 'made' ? 'pending' : result)
  const text =
    transferStatus === null ? t(`values.result.${result}`) : t(`values.transferStatus.${transferStatus}`)
  return (
    <Status tone={tones[name]} variant="plain">
      {text}
    </Status>
  )
}

const ResultRow = ({ row }: { row: BatchRow }) => {
  const t = useText('walletLoadBatches')
  const problem = useProblemText()
  return (
    <Row
      title={row.holderName === '' ? row.cardId : `${row.holderName} •••• ${row.lastDigits ?? '—'}`}
      value={<span className="num font-semibold">{moneyText(row.total)}</span>}
      below={t('found.line', { line: row.line })}
      valueBelow={<Result row={row} />}
      more={
        row.refusal === null ? (
          row.transferRef !== null && (
            <TextLink to="/admin/transfers" search={{ open: row.id }}>
              {t('detail.open')}
            </TextLink>
          )
        ) : (
          <span className="text-bad">{problem(row.refusal)}</span>
        )
      }
    />
  )
}

const Results = ({ batch }: { batch: Batch }) => {
  const t = useText('walletLoadBatches')
  const query = { batchId: batch.id }
  const pages = useListPages(listWalletLoadBatchRows, { query, live })
  const csv = useCsv(listWalletLoadBatchRows)
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SectionTitle>{t('detail.results')}</SectionTitle>
        <Button size="small" icon={Download} busy={csv.isBusy} onClick={() => csv.save(query)}>
          {t('detail.download')}
        </Button>
      </div>
      <Loaded reads={{ pages }} waiting={<SkeletonRows rows={4} />} failed={t('detail.failed')}>
        {() => (
          <>
            <Rows label={t('detail.results')}>
              {pages.rows.map((row) => (
                <ResultRow key={row.id} row={row} />
              ))}
            </Rows>
            <EndOfRows pages={pages} />
          </>
        )}
      </Loaded>
    </section>
  )
}

const Stop = ({ batch }: { batch: Batch }) => {
  const t = useText('walletLoadBatches')
  const c = useText('transfers')
  const [isOpen, setOpen] = useState(false)
  const stop = useAction(stopWalletLoadBatch, { changes: [listWalletLoadBatches, listWalletLoadBatchRows] })
  return (
    <>
      <Button variant="danger" icon={Ban} onClick={() => setOpen(true)}>
        {t('stop.button')}
      </Button>
      <ReasonDialog
        open={isOpen}
        schema={stopWalletLoadBatch.input}
        texts={{
          title: t('stop.title'),
          effects: [t('stop.lead'), t('stop.reasonHint')],
          reason: t('stop.reason'),
          cancel: c('review.back'),
          submit: t('stop.go'),
        }}
        send={async (reason) => {
          const { stopped } = await stop.mutateAsync({ params: { id: batch.id }, input: { reason } })
          toastSuccess(t('stop.done', { count: stopped }))
        }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const Head = ({ batch }: { batch: Batch }) => {
  const t = useText('walletLoadBatches')
  const { results, rows: count } = batch
  const progress = t('detail.progress', { done: count - results.waiting, count })
  return (
    <div className="flex flex-col gap-3">
      <div role="status" className="flex flex-col gap-2">
        <p className="num font-medium">{progress}</p>
        <Meter label={progress} share={(count - results.waiting) / count} />
      </div>
      <KvRows>
        <KvRow name={t('fields.companyName')}>{batch.companyName}</KvRow>
        <KvRow name={t('fields.wallet')}>{t(`values.wallet.${batch.wallet}`)}</KvRow>
        {(['made', 'refused', 'waiting', 'stopped'] as const)
          .filter((name) => results[name] > 0)
          .map((name) => (
            <KvRow key={name} name={t(`detail.${name}`)}>
              {results[name]}
            </KvRow>
          ))}
        <KvRow name={t('fields.total')}>{moneyText(batch.total)}</KvRow>
        <KvRow name={t('fields.transferred')} total>
          {moneyText(batch.transferred)}
        </KvRow>
        <KvRow name={t('fields.reason')}>
          <span className="wrap-anywhere">{batch.reason}</span>
        </KvRow>
        {batch.stopReason !== null && (
          <KvRow name={t('fields.stopReason')}>
            <span className="wrap-anywhere">{batch.stopReason}</span>
          </KvRow>
        )}
      </KvRows>
    </div>
  )
}

/** A file of transfers with the result of each row, while it runs and afterwards. */
export const BatchDrawer = ({ id }: { id: string; row: Batch | undefined }) => {
  const t = useText('walletLoadBatches')
  const found = useCall(
    listWalletLoadBatches,
    { input: { id }, errors: 'none' },
    { live, againMs: ({ items }) => items.some(({ status }) => status === 'running') && ofMachines },
  )
  return (
    <Loaded reads={{ found }} failed={t('detail.failed')}>
      {({ found: { items } }) =>
        items.map((batch) => (
          <div key={batch.id} className="flex flex-col gap-5">
            <Head batch={batch} />
            {batch.canStop && <Stop batch={batch} />}
            <Results batch={batch} />
          </div>
        ))
      }
    </Loaded>
  )
}
