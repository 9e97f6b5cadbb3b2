import type { readCompanyLimits } from '@cardamom/contract/limits/balance-allowances'
import type { WireOf } from '@cardamom/contract/endpoint'
import type { ReactNode } from 'react'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { KvRow, KvRows } from '../kv-rows.tsx'
import { LimitMeter, Meter } from '../meter.tsx'
import { NoteBox } from '../note-box.tsx'
import { Panel } from '../panel.tsx'

export type CompanyLimits = WireOf<typeof readCompanyLimits>

/** The maximum emergency load of a company. */
export type EmergencyOf = Pick<CompanyLimits, 'emergency'> & {
  readonly company: NonNullable<CompanyLimits['company']>
}

/** Shares are for the width of a bar alone; amounts stay texts. */
const shareOf = (part: string, whole: string) => (Number(whole) === 0 ? 0 : Number(part) / Number(whole))
const fullShare = 0.9

/** The maximum emergency load, and what the cards of the company have used of it today. */
export const EmergencyPanel = ({
  emergency: { maximum, source, today },
  action,
}: Pick<CompanyLimits, 'emergency'> & { action?: ReactNode }) => {
  const t = useText('companyLimits')
  const share = today === null ? 0 : shareOf(today.most, maximum)
  return (
    <Panel title={t('emergency.title')} action={action}>
      <p className="pb-2 text-mute md:text-base">
        {t('emergency.lead')} {t(`emergency.source.${source}`)}
      </p>
      <KvRows>
        <KvRow name={t('emergency.maximum')}>{moneyText(maximum)}</KvRow>
      </KvRows>
      {today !== null && (
        <div className="num flex flex-col gap-1.5 border-t border-line2 pt-3 text-base text-mute md:text-sm">
          {today.cards === 0 ? (
            <p>{t('emergency.none', { left: moneyText(today.left) })}</p>
          ) : (
            <>
              <p>{t('emergency.used', { cards: today.cards, used: moneyText(today.used) })}</p>
              <Meter
                label={t('emergency.usedOf', { used: moneyText(today.most), maximum: moneyText(maximum) })}
                share={share}
                tone={share >= fullShare ? 'warn' : 'brand'}
              />
              <p>{t('emergency.left', { left: moneyText(today.left) })}</p>
            </>
          )}
        </div>
      )}
    </Panel>
  )
}

/** How far the immediate wallet may go below zero, and how far it is. */
export const AllowancePanel = ({
  allowance: found,
  action,
}: Pick<CompanyLimits, 'allowance'> & { action?: ReactNode }) => {
  const t = useText('companyLimits')
  if (found === null)
    return (
      <Panel title={t('allowance.title')}>
        <p className="text-mute md:text-base">{t('allowance.notForTier')}</p>
      </Panel>
    )
  const { allowance, used, left, wanted, state, guarantor } = found
  const shown = { allowance: moneyText(allowance), wanted: moneyText(wanted) }
  return (
    <Panel title={t('allowance.title')} action={action}>
      <p className="pb-3 text-mute md:text-base">{t('allowance.lead')}</p>
      <LimitMeter
        name={t('allowance.used')}
        used={moneyText(used)}
        of={t('allowance.ofAllowance', shown)}
        label={t('allowance.usedOf', { ...shown, used: moneyText(used) })}
        share={shareOf(used, allowance)}
      />
      <p className="num flex flex-wrap justify-between gap-x-4 pt-2 text-base text-mute md:text-sm">
        <span>{t('allowance.left', { left: moneyText(left) })}</span>
        <span>
          {guarantor === null ? t('allowance.guarantorAbove') : t('allowance.guarantor', { name: guarantor })}
        </span>
      </p>
      {state !== 'in_force' && (
        <div className="pt-3">
          <NoteBox
            tone={state === 'refused' ? 'warn' : 'info'}
            role="status"
            title={t(state === 'refused' ? 'allowance.refused' : 'allowance.beingSet', shown)}
          />
        </div>
      )}
    </Panel>
  )
}
