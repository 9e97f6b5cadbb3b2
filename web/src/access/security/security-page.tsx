import { listFactors, type Factors } from '@cardamom/contract/access/factors'
import { getSecurity } from '@cardamom/contract/access/security'
import { useState } from 'react'
import { useRealDates } from '../../kernel/dates.tsx'
import { areaOf, earnsShares } from '../../kernel/area.ts'
import { preloadText, useText } from '../../kernel/i18n.tsx'
import { part } from '../../kernel/deferred.tsx'
import { useCall } from '../../kernel/query.ts'
import { useQueryParams } from '../../kernel/router.tsx'
import { useSession } from '../../kernel/session.ts'
import { Rows } from '../../ui/list-row.tsx'
import { dialogPart } from '../../ui/dialog.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { b, PageWithAside } from '../../ui/page-parts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FactorRows } from './factor-rows.tsx'
import { RecoveryCodesRow } from './recovery-codes.tsx'
import { SecurityLog } from './security-log.tsx'
import { SessionRows } from './session-rows.tsx'
import { LockTime, OtpLoginRow, type SecurityOnWire } from './sign-in-settings.tsx'
import { useSecurityPath } from './security-path.ts'

// Few companies use it, so it loads after the page.
const DeviceProfiling = part(() => import('../profiling/device-profiling.tsx'), 'DeviceProfiling', {
  silent: true,
})

const AddFactorDialog = dialogPart(async () => (await import('./add-factor-dialog.tsx')).AddFactorDialog)

preloadText('refusals')
preloadText('stepUp')

const bold = { b }

/** How well the account is protected, and the next step. */
const State = ({ factors, security }: { factors: Factors; security: SecurityOnWire }) => {
  const t = useText('security')
  const date = useRealDates()
  const { items, recoveryCodes } = factors
  const { user } = useSession()
  // Only people with a wallet can withdraw.
  const mayWithdraw = earnsShares(user) || areaOf(user) === 'admin'
  const heldUntil = mayWithdraw ? security.withdrawalsHeldUntil : null
  return (
    <>
      {items.length === 0 ? (
        <NoteBox tone="warn">{t.rich('state.weak', bold)}</NoteBox>
      ) : recoveryCodes === null ? (
        <NoteBox tone="info">{t.rich('state.noCodes', bold)}</NoteBox>
      ) : recoveryCodes.isLow ? (
        <NoteBox tone="warn">{t.rich('state.lowCodes', { ...bold, left: recoveryCodes.left })}</NoteBox>
      ) : (
        <NoteBox tone="good">
          {t.rich('state.strong', { ...bold, factors: items.length, codes: recoveryCodes.left })}
        </NoteBox>
      )}
      {heldUntil !== null && (
        <NoteBox tone="info">{t.rich('state.held', { ...bold, at: date(heldUntil, 'dayTime') })}</NoteBox>
      )}
    </>
  )
}

const Settings = ({ factors, security }: { factors: Factors; security: SecurityOnWire }) => {
  const [query, setQuery] = useQueryParams()
  const [isAdding, setAdding] = useState(query['add'] !== undefined)
  const close = () => {
    setAdding(false)
    if (query['add'] !== undefined) setQuery({ add: undefined })
  }
  return (
    <>
      <PageWithAside
        aside={
          <>
            <SessionRows />
            <SecurityLog />
          </>
        }
      >
        <State factors={factors} security={security} />
        <FactorRows factors={factors} onAdd={() => setAdding(true)} />
        <Rows>
          <RecoveryCodesRow factors={factors} />
          {security.otpLoginOffered && <OtpLoginRow security={security} />}
        </Rows>
        <Panel>
          <LockTime security={security} />
        </Panel>
        <DeviceProfiling />
      </PageWithAside>
      <AddFactorDialog open={isAdding} onClose={close} />
    </>
  )
}

/** Security settings: ways to confirm, recovery codes, sessions, the log (product §2). */
export const SecurityPage = () => {
  const t = useText('security')
  const factors = useCall(listFactors, {})
  const security = useCall(getSecurity, {})
  const { profile } = useSecurityPath()
  return (
    <>
      <PageHeader title={t('title')} back={profile} />
      <Loaded
        reads={{ factors, security }}
        failed={t('factors.loadFailed')}
        waiting={
          <div className="flex flex-col gap-4">
            <Skeleton className="h-20" />
            <Skeleton className="h-60" />
          </div>
        }
      >
        {(found) => <Settings {...found} />}
      </Loaded>
    </>
  )
}
