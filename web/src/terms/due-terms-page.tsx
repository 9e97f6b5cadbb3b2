import type { WireOf } from '@cardamom/contract/endpoint'
import { legalTexts } from '@cardamom/contract/terms'
import { acceptTerms, getDueTerms } from '@cardamom/contract/terms/due-terms'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction, useCall } from '../kernel/query.ts'
import { logOut, refreshSession } from '../kernel/session.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { ChangedLines } from './changed-lines.tsx'
import { compareLines, linesOf, onlyChanges } from './terms-text.ts'

preloadText('dueTerms')

const readAgain = () => void refreshSession().catch(() => location.reload())

const paths = { terms: '/terms', privacy: '/privacy' } as const

type Due = NonNullable<WireOf<typeof getDueTerms>>

const Changes = ({ due }: { due: Due }) => {
  const t = useText('dueTerms')
  const before = due.accepted
  return legalTexts.map((text) => (
    <Panel key={text} title={due.texts[text].title}>
      {before && (
        <ChangedLines lines={onlyChanges(compareLines(linesOf(before[text]), linesOf(due.texts[text])))} />
      )}
      <TextLink to={paths[text]}>{t('whole')}</TextLink>
    </Panel>
  ))
}

const Acceptance = ({ due }: { due: Due }) => {
  const t = useText('dueTerms')
  const date = useDates()
  const accept = useAction(acceptTerms, { onDone: readAgain })
  return (
    <>
      <PageHeader title={due.accepted === null ? t('first') : t('title')} />
      <p className="text-mute">{t('lead', { version: String(due.version), day: date(due.from, 'full') })}</p>
      <Changes due={due} />
      <Button
        variant="primary"
        fullWidth
        busy={accept.isPending}
        onClick={() => accept.mutate({ input: { version: due.version } })}
      >
        {t('accept')}
      </Button>
    </>
  )
}

/** Instead of every other page, until the person has accepted the terms in force. The address stays. */
export const DueTermsPage = () => {
  const t = useText('dueTerms')
  const shell = useText('shell')
  const due = useCall(getDueTerms, {})
  // They were accepted in another tab.
  const isDone = due.data === null
  useEffect(() => (isDone ? readAgain() : undefined), [isDone])
  return (
    <div className="flex flex-col gap-4 pb-6">
      <Loaded reads={{ due }} waiting={<SkeletonRows rows={6} />} failed={`${t('failed')}.`}>
        {(found) => found.due && <Acceptance due={found.due} />}
      </Loaded>
      <Button icon={LogOut} fullWidth onClick={() => void logOut()}>
        {shell('nav.logOut')}
      </Button>
    </div>
  )
}
