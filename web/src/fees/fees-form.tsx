import type { readFeesInForce } from '@cardamom/contract/fees/fee-schedules'
import type { WireOf } from '@cardamom/contract/endpoint'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiError } from '../kernel/api-error.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { percentText } from '../kernel/money-text.ts'
import { useGo } from '../kernel/router.tsx'
import { sentenceOf } from '../kernel/transport.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useContractForm } from '../ui/form.tsx'
import { useGuardedTexts } from '../ui/guarded-texts.ts'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextField } from '../ui/text-field.tsx'
import { FeeEffect } from './fee-effect.tsx'
import { FeeSimulator, type Proposal } from './fee-simulator.tsx'
import { areFree } from '../ui/fees/schedule-rates.tsx'
import { SpeedFields, type Speed, type TypedFees } from './speed-fields.tsx'

preloadText('fields')

export type InForce = WireOf<typeof readFeesInForce>
/** As the calls accept them: while the switch is off, there are no rates of transfers. */
type SentFees = Readonly<Record<'regular' | 'immediate', string[]>> & { readonly transfer: string[] | null }
type SentForm = { readonly from: string; readonly reason: string; readonly rates: SentFees }

const schema = async () => (await import('./fee-rules.ts')).TypedRates

const sentOf = ({ regular, immediate, transfer, paysTransfers }: TypedFees): SentFees => ({
  regular,
  immediate,
  transfer: paysTransfers ? transfer : null,
})

/** The page of the fees that are shown. */
export const feesPath = ({ company }: Pick<InForce, 'company'>): string =>
  company === null ? '/admin/fees' : `/admin/fees?companyId=${company.id}`

export const MissingCompany = () => {
  const t = useText('feeSchedules')
  return (
    <EmptyState
      icon={SearchX}
      title={t('missing.title')}
      action={<ButtonLink to="/admin/fees">{t('missing.back')}</ButtonLink>}
    >
      {t('missing.body')}
    </EmptyState>
  )
}

const typedOf = ({ rates }: InForce): TypedFees => ({
  regular: rates.regular.levels.map(({ percent }) => percent),
  immediate: rates.immediate.levels.map(({ percent }) => percent),
  transfer: rates.transfer.map(({ percent }) => percent),
  paysTransfers: !areFree(rates),
  from: '',
  reason: '',
})

const isPercent = /^\d{1,2}(\.\d{1,4})?$/
const whole = 1_000_000n

/** Hundredths of a basis point; null: it is not a percentage of a fee. */
const unitsOf = (typed: string): bigint | null => {
  if (!isPercent.test(typed)) return null
  const [digits = '', fraction = ''] = typed.split('.')
  return BigInt(digits + fraction.padEnd(4, '0'))
}

/** Whether rates can be simulated: each is a percentage, and they are below 100 % together. */
const isPriced = (typed: readonly string[]): boolean => {
  const units = typed.map(unitsOf)
  return units.every((each) => each !== null) && units.reduce((sum, each) => sum + each, 0n) < whole
}

/** Rates of transfers are tried only where they are set, and each of them alone is a percentage. */
const proposalOf = (typed: TypedFees, setsTransfers: boolean): Proposal =>
  isPriced(typed.regular) &&
  isPriced(typed.immediate) &&
  (!setsTransfers || !typed.paysTransfers || typed.transfer.every((each) => isPriced([each])))
    ? {
        proposed: {
          regular: typed.regular,
          immediate: typed.immediate,
          ...(setsTransfers ? { transfer: sentOf(typed).transfer } : {}),
        },
        ...(/^\d{4}-\d\d-\d\d$/.test(typed.from) ? { from: typed.from } : {}),
      }
    : {}

/** Rates of some speeds from a day on, with what loads would cost, beside what they cost now. */
export const FeesForm = ({
  inForce,
  speeds,
  lead,
  go,
  error,
  onSend,
}: {
  inForce: InForce
  speeds: readonly Speed[]
  lead: ReactNode
  /** Text of the button. */
  go: string
  error: ApiError | null
  onSend: (typed: SentForm) => Promise<unknown>
}) => {
  const t = useText('feeSchedules')
  const { company, level, room } = inForce
  const form = useContractForm<TypedFees>({
    schema,
    defaultValues: typedOf(inForce),
    confirmsLeaving: false,
  })
  const discard = useGuardedTexts(form.formState.isDirty)
  const leave = useGo()
  const typed = form.watch()
  const proposal = proposalOf(typed, speeds.includes('transfer'))
  const roomText = (speed: Speed) =>
    room && speed !== 'transfer' ? t('form.room', { percent: percentText(room[speed]) }) : undefined
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.send(async (values) => {
        await onSend({ from: values.from, reason: values.reason, rates: sentOf(values) })
        discard()
        leave(feesPath(inForce), { replace: true })
      })}
    >
      <p className="text-mute">{lead}</p>
      <Panel>
        <TextField
          type="date"
          isShort
          label={t('form.from')}
          hint={t('form.fromHint')}
          {...form.field('from')}
        />
      </Panel>
      {speeds.map((speed) => (
        <SpeedFields key={speed} form={form} speed={speed} level={level} note={roomText(speed)} />
      ))}
      <FeeSimulator companyId={company?.id} proposal={proposal} />
      {proposal.proposed && (
        <FeeEffect
          input={{
            ...proposal,
            proposed: proposal.proposed,
            ...(company === null ? {} : { companyId: company.id }),
          }}
        />
      )}
      <Panel>
        <TextField label={t('form.reason')} hint={t('form.reasonHint')} {...form.field('reason')} />
      </Panel>
      {error && Object.keys(error.errors).length === 0 && (
        <NoteBox tone="bad" role="alert" title={sentenceOf(error)} />
      )}
      <ActionBar>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {go}
        </Button>
        <ButtonLink to={feesPath(inForce)}>{t('form.cancel')}</ButtonLink>
      </ActionBar>
    </form>
  )
}
