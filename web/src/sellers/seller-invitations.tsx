import {
  changeOwnSellerInvitation,
  inviteOwnSeller,
  listSellerInvitations,
} from '@cardamom/contract/sellers/seller-invitations'
import { Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { part } from '../kernel/deferred.tsx'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Rows } from '../ui/list-row.tsx'
import { EndOfRows } from '../ui/list/end-of-rows.tsx'
import { useListPages, type RowOf } from '../ui/list/use-list-pages.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Stack } from '../ui/page-parts.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { Status, type Tone } from '../ui/status.tsx'

preloadText('sellerInvitations')

type Invitation = RowOf<typeof listSellerInvitations>

const tones: Readonly<Record<Invitation['state'], Tone>> = {
  invited: 'info',
  accepted: 'good',
  expired: 'warn',
  revoked: 'neutral',
}
/** Lists that an invitation changes. */
export const invitationLists = [listSellerInvitations]

const InviteForm = part(() => import('./invite-form.tsx'), 'InviteForm', {
  fallback: <SkeletonRows rows={2} />,
})

/** A seller one invites for themselves. */
const OwnForm = () => {
  const t = useText('sellerInvitations')
  const invite = useAction(inviteOwnSeller, { changes: invitationLists })
  return (
    <InviteForm
      lead={t('lead')}
      busy={invite.isPending}
      send={(email) => invite.mutateAsync({ input: { email } })}
    />
  )
}

type Change = (id: string, change: 'resend' | 'revoke') => Promise<{ state: Invitation['state'] }>

const Actions = ({ invitation: { id, email }, change }: { invitation: Invitation; change: Change }) => {
  const t = useText('sellerInvitations')
  const [busy, setBusy] = useState(false)
  const press = (wanted: 'resend' | 'revoke') => async () => {
    setBusy(true)
    try {
      const { state } = await change(id, wanted)
      toastSuccess(t(state === 'revoked' ? 'revoked' : 'resent'))
    } catch {
      // The toast of the call says why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="small" busy={busy} aria-label={t('resendOf', { email })} onClick={press('resend')}>
        {t('resend')}
      </Button>
      <Button
        size="small"
        variant="danger"
        busy={busy}
        aria-label={t('revokeOf', { email })}
        onClick={press('revoke')}
      >
        {t('revoke')}
      </Button>
    </span>
  )
}

const InvitationRow = ({
  invitation,
  showsSeller,
  change,
}: {
  invitation: Invitation
  showsSeller: boolean
  change: Change | null
}) => {
  const t = useText('sellerInvitations')
  const date = useDates()
  const { email, state, sellerName, expiresAt, acceptedAt, sentAt } = invitation
  const isOpen = state === 'invited' || state === 'expired'
  const when =
    acceptedAt !== null
      ? t('acceptedAt', { at: date(acceptedAt, 'dayTime') })
      : state === 'invited'
        ? t('until', { at: date(expiresAt, 'dayTime') })
        : t('over', { at: date(sentAt, 'dayTime') })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold wrap-anywhere">{email}</span>
          <Status tone={tones[state]} variant="plain">
            {t(`state.${state}`)}
          </Status>
        </span>
        <span className="block text-base text-mute md:text-sm">
          {showsSeller ? `${t('by', { name: sellerName })} · ${when}` : when}
        </span>
      </span>
      {isOpen && change !== null && <Actions invitation={invitation} change={change} />}
    </li>
  )
}

/** Invitations of sellers two, below the form that sends one. Without `change` they are only read. */
export const InvitationList = ({
  form,
  showsSeller = false,
  change,
}: {
  form: ReactNode
  showsSeller?: boolean
  change: Change | null
}) => {
  const t = useText('sellerInvitations')
  const pages = useListPages(listSellerInvitations, { query: {}, live: ['seller_invitation.'] })
  return (
    <Stack>
      {form !== null && <Panel title={t('title')}>{form}</Panel>}
      <Loaded
        reads={{ pages }}
        waiting={<SkeletonRows rows={3} />}
        failed={t('failed')}
        empty={() =>
          pages.rows.length === 0 && (
            <EmptyState icon={Users} title={t('empty')}>
              {form === null ? null : t('emptyBody')}
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <Rows label={t('title')}>
              {pages.rows.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  showsSeller={showsSeller}
                  change={change}
                />
              ))}
            </Rows>
            <EndOfRows pages={pages} readsBy="press" />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

/** The invitations of a seller one. */
export const OwnInvitations = () => {
  const change = useAction(changeOwnSellerInvitation, { changes: invitationLists })
  return (
    <InvitationList
      form={<OwnForm />}
      change={(id, wanted) => change.mutateAsync({ params: { id }, input: { change: wanted } })}
    />
  )
}
