import { listAdmins } from '@cardamom/contract/access/admins'
import { Eye, UserRound } from 'lucide-react'
import { useState } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { Button, ButtonLink, TextLink } from '../ui/button.tsx'
import { Dialog, dialogPart } from '../ui/dialog.tsx'
import { Row, Rows } from '../ui/list-row.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'

preloadText('impersonation')

const ImpersonateDialog = dialogPart(
  async () => (await import('../ui/people/impersonate-dialog.tsx')).ImpersonateDialog,
)

type Company = { readonly companyId: string; readonly name: string }
type Person = { readonly userId: string; readonly name: string }

const NoAdministrator = ({ name }: Company) => {
  const t = useText('tiers')
  const can = useCan()
  return (
    <NoteBox
      tone="warn"
      role="status"
      title={t('viewAs.none.title', { name })}
      action={
        can('admins.create') === true && (
          <ButtonLink to="/admin/admins/new">{t('viewAs.none.invite')}</ButtonLink>
        )
      }
    >
      {t('viewAs.none.body')}
    </NoteBox>
  )
}

/** The active administrators of a company; who is pressed is the one whose view is opened. */
const Administrators = ({ choose, ...company }: Company & { choose: (person: Person) => void }) => {
  const t = useText('tiers')
  const { companyId } = company
  const filter = { companyId, type: 'company', status: 'active' } as const
  const admins = useCall(listAdmins, { input: { ...filter, limit: 10 } })
  return (
    <Loaded
      reads={{ admins }}
      failed={t('viewAs.failed')}
      empty={({ admins: { items } }) => items.length === 0 && <NoAdministrator {...company} />}
    >
      {({ admins: { items, nextCursor } }) => (
        <>
          <Rows label={t('viewAs.label')}>
            {items.map(({ id, name, email }) => (
              <Row
                key={id}
                icon={UserRound}
                title={name}
                below={email}
                onPress={() => choose({ userId: id, name })}
              />
            ))}
          </Rows>
          {nextCursor !== null && (
            <TextLink to="/admin/admins" search={filter}>
              {t('viewAs.more')}
            </TextLink>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Opens the console as an administrator of this company, read only: chooses whom, then requests the reason. */
export const ViewAs = (company: Company) => {
  const t = useText('tiers')
  const [isChoosing, setIsChoosing] = useState(false)
  const [person, setPerson] = useState<Person | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const choose = (chosen: Person) => {
    setIsChoosing(false)
    setPerson(chosen)
    setIsOpen(true)
  }
  return (
    <>
      <Button icon={Eye} onClick={() => setIsChoosing(true)}>
        {t('viewAs.action')}
      </Button>
      <Dialog
        open={isChoosing}
        size="small"
        onClose={() => setIsChoosing(false)}
        title={t('viewAs.title', { name: company.name })}
        lead={t('viewAs.lead')}
        cancel={t('viewAs.close')}
      >
        {isChoosing && <Administrators {...company} choose={choose} />}
      </Dialog>
      {person !== null && <ImpersonateDialog {...person} open={isOpen} onClose={() => setIsOpen(false)} />}
    </>
  )
}
