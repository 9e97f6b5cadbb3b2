import type { checkCardStock } from '@cardamom/contract/cards/card-stock'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useEffect, useRef } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Panel } from '../ui/panel.tsx'
import type { StockLine } from './stock-rows.ts'

type StockCheck = WireOf<typeof checkCardStock>

const Problem = ({ of, row }: { of: StockCheck['problems'][number]; row: StockLine | undefined }) => {
  const t = useText('cardStock')
  const cells = row ? [row.bin, row.lastDigits, row.serial, row.expiry].filter(Boolean).join(' · ') : ''
  const text =
    of.problem === 'duplicate'
      ? t('problems.duplicate', { line: of.firstLine ?? of.line })
      : t(`problems.${of.problem}`)
  return (
    <li className="flex flex-col gap-0.5 px-4 py-2.5">
      <span className="flex flex-wrap gap-x-3">
        <span className="num font-medium">{t('found.line', { line: of.line })}</span>
        <span className="num min-w-0 wrap-anywhere text-mute">{cells}</span>
      </span>
      <span className="text-bad">{text}</span>
    </li>
  )
}

/** What the check of a file found: how many cards can be imported, and each line that cannot, with why. */
export const StockFound = ({ found, rows }: { found: StockCheck; rows: readonly StockLine[] }) => {
  const t = useText('cardStock')
  const { good, problems } = found
  const box = useRef<HTMLDivElement>(null)
  // The form is long, and the button that imports stays in sight on a phone.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
  }, [found])
  const bad = t('found.bad', { count: problems.length })
  return (
    <Panel title={t('found.title')}>
      <div ref={box} className="flex scroll-mb-40 flex-col gap-4">
        <p role="status">{t('found.good', { count: good })}</p>
        {problems.length > 0 && (
          <>
            <NoteBox tone="warn" role="alert" title={bad}>
              {t('found.badLead')}
            </NoteBox>
            <ul
              tabIndex={0}
              aria-label={bad}
              className="max-h-96 overflow-y-auto rounded-xl border border-line *:not-last:border-b *:not-last:border-line2"
            >
              {problems.map((each) => (
                <Problem key={each.line} of={each} row={rows.find(({ line }) => line === each.line)} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  )
}
