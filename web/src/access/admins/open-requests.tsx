import { getApproval, listApprovals } from '@cardamom/contract/approvals'
import { useText } from '../../kernel/i18n.tsx'
import { useCall } from '../../kernel/query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { NoteBox } from '../../ui/note-box.tsx'
import type { AdminRecord } from './use-admin-rights.ts'

/** A request names its person in what was confirmed; the list of requests does not. */
const OpenRequest = ({ id, admin: { name, email } }: { id: string; admin: AdminRecord }) => {
  const t = useText('permissions')
  const { data } = useCall(getApproval, { params: { id }, errors: 'none' }, { live: ['approval.'] })
  if (data?.status !== 'requested' || !data.facts['person']?.includes(email)) return null
  return (
    <NoteBox
      tone="info"
      role="status"
      title={t('waits.title', { name })}
      action={
        <ButtonLink
          size="small"
          to="/admin/inbox"
          search={
            data.isMine ? { side: 'yours', open: id } : { side: 'others', status: 'requested', open: id }
          }
        >
          {t('waits.open')}
        </ButtonLink>
      }
    >
      {t('waits.body', { maker: data.maker.name, reason: data.reason })}
    </NoteBox>
  )
}

/** Changes of this person's permissions that wait for a second person, as far as the reader may see them. */
export const OpenRequests = ({ admin }: { admin: AdminRecord }) => {
  const filters = { kind: 'changePermissions', status: 'requested', companyId: admin.companyId } as const
  const { data } = useCall(
    listApprovals,
    { input: { ...filters, limit: 20 }, errors: 'none' },
    { live: ['approval.'], staleMs: 0 },
  )
  return data?.items.map(({ id }) => <OpenRequest key={id} id={id} admin={admin} />)
}
