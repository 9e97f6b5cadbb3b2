import { useText } from '../kernel/i18n.tsx'
import { cx } from '../ui/cx.ts'
import type { ComparedLine } from './terms-text.ts'

const styles: Record<ComparedLine['kind'], string> = {
  same: '',
  added: 'bg-good-soft text-good',
  removed: 'bg-bad-soft text-bad line-through',
}

/** Lines of a text, with what was added and removed. */
export const ChangedLines = ({ lines }: { lines: readonly ComparedLine[] }) => {
  const t = useText('dueTerms')
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-mute">{t('noChanges')}</p>
  return (
    <div className="flex flex-col gap-1 md:text-base">
      {lines.map(({ kind, text }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line may be there twice
        <p key={at} className={cx('rounded-sm px-2 py-1 wrap-anywhere', styles[kind])}>
          {kind !== 'same' && <span className="sr-only">{t(`line.${kind}`)}: </span>}
          {text.startsWith('# ') ? <b className="font-semibold">{text.slice(2)}</b> : text}
        </p>
      ))}
    </div>
  )
}
