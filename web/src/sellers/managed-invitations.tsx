import { changeSellerInvitation, inviteSeller } from '@cardamom/contract/sellers/seller-invitations'
import { useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useAction } from '../kernel/query.ts'
import { PersonField, type Person } from '../ui/people/person-field.tsx'
import { InviteForm } from './invite-form.tsx'
import { InvitationList, invitationLists } from './seller-invitations.tsx'

const ManagedForm = () => {
  const t = useText('sellerInvitations')
  const [seller, setSeller] = useState<Person | null>(null)
  const invite = useAction(inviteSeller, { changes: invitationLists })
  return (
    <InviteForm
      lead={t('leadAdmin')}
      busy={invite.isPending}
      isReady={seller !== null}
      send={(email) => invite.mutateAsync({ input: { sellerId: seller?.id ?? '', email } })}
    >
      <PersonField
        label={t('seller')}
        filter={{ kind: 'seller_one' }}
        chosen={seller}
        error={undefined}
        choose={setSeller}
      />
    </InviteForm>
  )
}

/** The invitations that an administrator sees, who may invite for a seller one. */
export const ManagedInvitations = () => {
  const may = useCan()('sellers.codes.manage') === true
  const change = useAction(changeSellerInvitation, { changes: invitationLists })
  return (
    <InvitationList
      form={may ? <ManagedForm /> : null}
      showsSeller
      change={may ? (id, wanted) => change.mutateAsync({ params: { id }, input: { change: wanted } }) : null}
    />
  )
}
