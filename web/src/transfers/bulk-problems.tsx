import { useEffect, useRef } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { Button } from '../ui/button.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import type { BulkCheck, CheckedRow } from './use-bulk-check.ts'

const own = [
  'columns',
  'amount',
  'digits',
  'email',
  'note',
  'card_unknown',
  'card_ambiguous',
  'card_elsewhere',
  'card_not_associated',
  'card_not_loadable',
  'card_invalid',
  'holder_not_verified',
  'speed_not_offered',
  'invalid_amount',
  'over_emergency',
  'not_enough_money',
  'fee_changed',
  'receiver_not_found',
  'sender_not_found',
  'sender_wallet_not_found',
] as const

/** Why a row is not transferred, in words. */
export const useProblemText = () => {
  const t = useText('walletLoadBatches')
  return (code: string, line = 0): string => {
    if (code === 'duplicate') return t('problems.duplicate', { line })
    const known = own.find((each) => each === code)
    return known === undefined ? t('problems.other', { code }) : t(`problems.${known}`)
  }
}

const Problem = ({ row, problem }: CheckedRow) => {
  const t = useText('walletLoadBatches')
  const text = useProblemText()
  return (
    <li className="flex flex-col gap-0.5 px-4 py-2.5">
      <span className="flex flex-wrap gap-x-3">
        <span className="num font-medium">{t('found.line', { line: row.line })}</span>
        <span className="min-w-0 wrap-anywhere text-mute">
          {[row.card, row.email, row.amount].filter(Boolean).join(' · ')}
        </span>
      </span>
      {problem && <span className="text-bad">{text(problem.code, problem.line)}</span>}
    </li>
  )
}

/** The rows that cannot be transferred, each with its line and why. */
export const BulkProblems = ({ check, leaveOut }: { check: BulkCheck; leaveOut: () => void }) => {
  const t = useText('walletLoadBatches')
  const { good, bad } = check
  const box = useRef<HTMLDivElement>(null)
  // The form is long, and the button that checks stays in sight on a phone.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
  }, [check])
  return (
    <Panel title={t('found.title')}>
      <div ref={box} className="flex scroll-mb-40 flex-col gap-4">
        <NoteBox
          tone="warn"
          role="alert"
          title={t('found.bad', { count: bad.length })}
          {...(good.length > 0 ? { action: <Button onClick={leaveOut}>{t('found.leaveOut')}</Button> } : {})}
        >
          {t('found.badLead')}
        </NoteBox>
        <p>{t('found.good', { count: good.length })}</p>
        <ul
          tabIndex={0}
          aria-label={t('found.bad', { count: bad.length })}
          className="max-h-96 overflow-y-auto rounded-xl border border-line *:not-last:border-b *:not-last:border-line2"
        >
          {bad.map((each) => (
            <Problem key={each.row.line} {...each} />
          ))}
        </ul>
      </div>
    </Panel>
  )
}
