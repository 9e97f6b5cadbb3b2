import { getUserSellerCode } from '@cardamom/contract/sellers'
import { changeUserCompany, previewUserCompany } from '@cardamom/contract/access/user-company'
import { getUser, listUsers, listUserSessions } from '@cardamom/contract/access/users'
import type { WireOf } from '@cardamom/contract/endpoint'
import { useState } from 'react'
import { isRefusal } from '../kernel/api-error.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useAction, useCall } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextArea } from '../ui/text-field.tsx'
import { CompanyField, type CompanyChoice } from './admins/company-choice.tsx'
import type { UserRecord } from './use-user.tsx'

preloadText('admins')
preloadText('companySettings')

type Props = { readonly user: UserRecord; readonly onClose: () => void }
type Preview = WireOf<typeof previewUserCompany>

const schema = () => Promise.resolve(changeUserCompany.input.pick({ note: true }))

/** What the new company changes, in sentences. */
const useFacts = () => {
  const t = useText('users')
  const settings = useText('companySettings')
  return ({ companyName, load, ...found }: Preview): readonly string[] => {
    const usd = (amount: string) => moneyText(amount, { currency: 'USD', sign: 'auto' })
    const names = found.settings.map((name) => settings(`history.fields.${name as 'name'}`)).join(', ')
    const { before, after } = load.fee
    return [
      t('company.cards', { count: found.cards, company: companyName.after }),
      before === after
        ? t('company.sameFee', { gross: usd(load.gross), fee: usd(after) })
        : t('company.fee', { gross: usd(load.gross), before: usd(before), after: usd(after) }),
      t('company.history', { company: companyName.before }),
      ...(found.changesBranding ? [t('company.branding')] : []),
      ...(names === '' ? [] : [t('company.settings', { names })]),
      ...(found.sellerCode === null ? [] : [t('company.sellerCode', { code: found.sellerCode })]),
      t('company.sessions', { count: found.openSessions }),
      ...(found.passkeys === 0 ? [] : [t('company.passkeys', { count: found.passkeys })]),
    ]
  }
}

const ChangeForm = ({ user, company, onClose }: Props & { readonly company: CompanyChoice }) => {
  const t = useText('users')
  const { id, name, version } = user
  const factsOf = useFacts()
  const preview = useCall(previewUserCompany, {
    params: { id },
    input: { companyId: company.id },
    errors: 'none',
  })
  const change = useAction(changeUserCompany, {
    changes: [getUser, listUsers, listUserSessions, getUserSellerCode],
    errors: 'fields',
    onDone: ({ companyName }) => toastSuccess(t('company.done', { name, company: companyName })),
  })
  const form = useContractForm({ schema, defaultValues: { note: '' } })
  const send = async ({ note }: { note: string }) => {
    await change.mutateAsync({
      params: { id },
      input: { companyId: company.id, note },
      ifMatch: String(version),
    })
    onClose()
  }
  const refusal = ({ error }: { error: Error }) => (
    <NoteBox
      tone="bad"
      role="alert"
      title={error.message}
      {...(isRefusal(error, 'withdrawal_open')
        ? { action: <TextLink to={`/admin/withdrawals?ownerId=${id}`}>{t('company.withdrawals')}</TextLink> }
        : {})}
    />
  )
  return (
    <Loaded reads={{ preview }} failed={refusal}>
      {({ preview: found }) => (
        <form noValidate onSubmit={form.send(send)} className="flex flex-col gap-5">
          <ul className="flex list-disc flex-col gap-2 pl-5">
            {factsOf(found).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          <TextArea label={t('actions.note')} rows={3} maxLength={500} {...form.field('note')} />
          <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
            <Button type="button" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
              {t('company.button')}
            </Button>
          </div>
        </form>
      )}
    </Loaded>
  )
}

const CompanyChange = ({ user, onClose }: Props) => {
  const t = useText('users')
  const [company, setCompany] = useState<CompanyChoice | null>(null)
  return (
    <div className="flex flex-col gap-5">
      <CompanyField label={t('company.choose')} chosen={company} choose={setCompany} />
      {company && <ChangeForm key={company.id} user={user} company={company} onClose={onClose} />}
    </div>
  )
}

/** Moves a person to another company, and says before what that changes. */
export const UserCompanyDialog = ({ open, user, onClose }: Props & { readonly open: boolean }) => {
  const t = useText('users')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="form"
      title={t('company.title', { name: user.name })}
      lead={t('company.lead', { company: user.companyName })}
    >
      {open && <CompanyChange user={user} onClose={onClose} />}
    </Dialog>
  )
}
