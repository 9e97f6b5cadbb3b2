import type { getOwnSettlement } from '@cardamom/contract/settlements'
import type { WireOf } from '@cardamom/contract/endpoint'
import { ArrowRight, Download } from 'lucide-react'
import { useId } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import { saveCsv } from '../ui/save-csv.ts'
import { Status } from '../ui/status.tsx'
import { flowOf, type FlowStep } from './settlement-flow.ts'
import { UpTo } from '../ui/settlements/up-to.tsx'
import { settlementTones } from '../ui/settlements/settlement-tones.ts'

preloadText('walletLines')

export type Settlement = WireOf<typeof getOwnSettlement>
type PartProps = { readonly settlement: Settlement }

export const SettlementHead = ({ settlement: { ref, ownerName, status, wallet, periodEnd } }: PartProps) => {
  const t = useText('walletLines')
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-md font-semibold wrap-anywhere">{ownerName}</span>
        <Status tone={settlementTones[status]}>{t(`settlement.status.${status}`)}</Status>
      </p>
      <p className="num text-base text-mute md:text-sm">
        {ref} · {t(`settlement.wallet.${wallet}`)} · <UpTo at={periodEnd} />
      </p>
    </div>
  )
}

/** Why it is not paid, and what happens next. */
export const SettlementNote = ({ settlement: { status, waitsFor, stopped } }: PartProps) => {
  const t = useText('walletLines')
  if (status === 'paid') return null
  const note = status === 'draft' ? (waitsFor ?? 'draft') : status
  return (
    <NoteBox tone={status === 'draft' ? 'warn' : 'info'} title={t(`settlement.note.${note}`)}>
      {status === 'draft' && stopped > 0 && t('settlement.stopped', { count: stopped })}
    </NoteBox>
  )
}

const widest = 1000

/** The bar of a step. The table has the amounts, so it is decoration. */
const Bar = ({ step: { name, amount, from, to } }: { step: FlowStep }) => {
  const tone = name === 'paid' ? 'fill-brand' : amount.startsWith('-') ? 'fill-warn' : 'fill-good'
  const width = Math.max((to - from) * widest, amount === '0.00' ? 0 : 3)
  return (
    <svg aria-hidden viewBox={`0 0 ${widest} 10`} preserveAspectRatio="none" className="h-2.5 w-full">
      <rect x={from * widest} y={0} width={width} height={10} className={tone} />
    </svg>
  )
}

/** Where the money goes, from the shares to what is paid: a waterfall that is a table too. */
export const SettlementFlow = ({
  figures,
  reference,
  isVoid = false,
}: {
  figures: Settlement['figures']
  /** A void settlement carries nothing forward. */
  isVoid?: boolean
  /** Of the settlement; without it there is no file of the steps. */
  reference?: string
}) => {
  const t = useText('walletLines')
  const id = useId()
  const carried = isVoid || figures.owedAfter === '0.00' ? null : figures.owedAfter
  const save = () =>
    saveCsv(`${t('settlement.flow.fileName')}-${reference ?? ''}`, [
      [t('settlement.flow.step'), t('settlement.flow.amount'), t('settlement.flow.total')],
      ...flowOf(figures).map(({ name, amount, total }) => [t(`settlement.flow.${name}`), amount, total]),
      ...(carried === null ? [] : [[t('settlement.flow.carried'), carried, '']]),
    ])
  return (
    <Panel
      title={<span id={id}>{t('settlement.flow.title')}</span>}
      action={
        reference !== undefined && (
          <Button variant="ghost" size="small" icon={Download} onClick={save}>
            {t('settlement.flow.csv')}
          </Button>
        )
      }
    >
      <table aria-labelledby={id} className="w-full text-base md:text-sm">
        <thead>
          <tr className="text-mute">
            <th scope="col" className="py-1.5 text-left font-medium">
              {t('settlement.flow.step')}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium">
              {t('settlement.flow.amount')}
            </th>
            <th scope="col" className="py-1.5 pl-3 text-right font-medium max-xs:sr-only">
              {t('settlement.flow.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {flowOf(figures).map((step) => (
            <tr
              key={step.name}
              className={cx('border-t border-line2', step.name === 'paid' && 'font-semibold')}
            >
              <th scope="row" className={cx('py-2 text-left', step.name !== 'paid' && 'font-normal')}>
                <span className="block">{t(`settlement.flow.${step.name}`)}</span>
                <Bar step={step} />
              </th>
              <td className="num py-2 pl-3 text-right align-top whitespace-nowrap">
                {moneyText(
                  step.amount,
                  step.name === 'paid' || step.name === 'matured' ? {} : { sign: 'always' },
                )}
              </td>
              <td className="num py-2 pl-3 text-right align-top whitespace-nowrap text-mute max-xs:sr-only">
                {moneyText(step.total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {carried !== null && (
        <KvRows>
          <KvRow name={t('settlement.flow.carried')}>{moneyText(carried)}</KvRow>
        </KvRows>
      )}
    </Panel>
  )
}

/** The wallet before and after, and what is owed. */
export const SettlementBalances = ({ settlement: { figures, status } }: PartProps) => {
  const t = useText('walletLines')
  if (status === 'void') return null
  const change = ({ before, after }: { before: string; after: string }) => (
    <span className="2xs:whitespace-nowrap">
      <span className="text-mute">
        {moneyText(before)} <ArrowRight aria-hidden size={14} className="inline align-[-2px]" />
      </span>{' '}
      {moneyText(after)}
    </span>
  )
  return (
    <Panel title={t('settlement.balances')}>
      <KvRows>
        <KvRow name={t('settlement.pending')}>{change(figures.pending)}</KvRow>
        <KvRow name={t('settlement.owed')}>
          {change({ before: figures.owedBefore, after: figures.owedAfter })}
        </KvRow>
        <KvRow name={t('settlement.available')} total>
          {change(figures.available)}
        </KvRow>
      </KvRows>
    </Panel>
  )
}

/** Who drew it up, approved, paid or voided it, and when. */
export const SettlementSteps = ({
  settlement,
  reasons = {},
}: PartProps & {
  readonly reasons?: { readonly drawnUp?: string | null; readonly voided?: string | null }
}) => {
  const t = useText('walletLines')
  const { drawnUp, approved, payment, voided } = settlement
  const steps = { drawnUp, approved, payment, voided }
  return (
    <Panel title={t('settlement.steps.title')}>
      <KvRows>
        {(['drawnUp', 'approved', 'payment', 'voided'] as const).map((name) => {
          const step = steps[name]
          if (!step) return null
          const reason = name === 'drawnUp' ? reasons.drawnUp : name === 'voided' ? reasons.voided : null
          return (
            <KvRow
              key={name}
              name={t(`settlement.steps.${name}`)}
              below={
                <>
                  <DateText value={step.at} variant="dayTime" />
                  {reason ? <span className="block wrap-anywhere">{reason}</span> : null}
                </>
              }
            >
              {step.byName === ''
                ? t('settlement.steps.unnamed')
                : (step.byName ?? t('settlement.steps.run'))}
            </KvRow>
          )
        })}
      </KvRows>
    </Panel>
  )
}
