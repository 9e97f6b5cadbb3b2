import { useText } from '../kernel/i18n.tsx'
import { useDates } from '../kernel/dates.tsx'
import type { Process } from './process-text.ts'

/** An error in plain words; the technical text opens below. */
export const ErrorText = ({
  meaning,
  text,
}: {
  meaning: NonNullable<Process['failure']>['meaning']
  text: string | null
}) => {
  const t = useText('processes')
  return (
    <>
      <p className="md:text-base">{t(`error.${meaning}`)}</p>
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-sm text-base text-brand-text hover:underline md:min-h-6 md:text-sm">
          {t('technical')}
        </summary>
        <p className="pb-1 font-mono text-sm wrap-anywhere text-mute">{text ?? t('hiddenText')}</p>
      </details>
    </>
  )
}

/** The last failure of a process. */
export const LastFailure = ({ failure }: { failure: NonNullable<Process['failure']> }) => {
  const t = useText('processes')
  const date = useDates()
  return (
    <div>
      <h3 className="text-base text-mute md:text-sm">
        {t('lastError')}, {date(failure.at, 'near')}
      </h3>
      <ErrorText meaning={failure.meaning} text={failure.text} />
    </div>
  )
}
