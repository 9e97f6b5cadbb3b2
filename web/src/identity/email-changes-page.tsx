import { listEmailChanges } from '@cardamom/contract/identity/email-change-lists'
import { MailQuestion } from 'lucide-react'
import { part } from '../kernel/deferred.tsx'
import { useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import { EmailText } from '../ui/with-reference.tsx'
import { ListPage } from '../ui/list/list-page.tsx'
import { listQueryOf } from '../ui/list/list-query.ts'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { emailChangeTones } from './email-change-tones.ts'
import { ChosenChanges, ChosenCell, InformBar } from './email-change-inform.tsx'

const EmailChangeDetails = part(() => import('./email-change-details.tsx'), 'EmailChangeDetails', {
  fallback: <SkeletonRows rows={6} />,
})

const Addresses = ({ fromEmail, toEmail }: RowOf<typeof listEmailChanges>) => (
  <>
    <span className="block text-mute">
      <EmailText>{fromEmail}</EmailText>
    </span>
    <span className="block">
      <EmailText>{toEmail}</EmailText>
    </span>
  </>
)

/** Who changed their e-mail, and who was informed of it: `/admin/email-changes`. */
export const EmailChangesPage = () => {
  const t = useText('emailChanges')
  const [params] = useQueryParams()
  return (
    <ChosenChanges>
      <ListPage
        list={listEmailChanges}
        texts="emailChanges"
        columns={[
          {
            name: 'person',
            onPhone: 'title',
            file: ['name'],
            cell: ({ name }) => <span className="font-medium">{name}</span>,
          },
          {
            name: 'addresses',
            onPhone: 'detail',
            file: ['fromEmail', 'toEmail'],
            cell: (row) => <Addresses {...row} />,
          },
          { name: 'companyName' },
          { name: 'state', onPhone: 'end', tones: emailChangeTones },
          { name: 'requestedAt' },
          { name: 'chosen', file: [], cell: (row) => <ChosenCell row={row} /> },
        ]}
        tabs={[{ tab: 'not_informed', name: t('values.state.not_informed'), sort: 'requestedAt' }]}
        above={<InformBar query={listQueryOf(listEmailChanges, params)} />}
        drawer={EmailChangeDetails}
        icon={MailQuestion}
        live={['user.email_change_requested', 'user.email_changed', 'user.email_change_cancelled']}
      />
    </ChosenChanges>
  )
}
