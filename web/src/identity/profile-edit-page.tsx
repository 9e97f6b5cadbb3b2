import { getMe, updateMe } from '@cardamom/contract/identity'
import { LockKeyhole } from 'lucide-react'
import { useMemo, useState } from 'react'
import { call, isRefusal } from '../kernel/api.ts'
import { conflictOf, type Conflict } from '../kernel/conflict.ts'
import { useBranding } from '../kernel/branding.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { queryClient } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { refreshSession } from '../kernel/session.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { useContractForm } from '../ui/form.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import {
  AddressFields,
  CountryField,
  GenderField,
  IdentityFields,
  MobileField,
  useCountries,
  type PersonForm,
  type PersonValues,
} from './person-controls.tsx'
import { useBirthDay } from './birth-day.ts'
import { ProfileConflict } from './profile-conflict.tsx'
import { EmailRow } from './profile-panels.tsx'
import { PendingEmail, WithProfile } from './profile-parts.tsx'
import { changedFields, changesOf, valuesOf } from './profile-values.ts'
import { useProfilePath, type Profile } from './use-profile.ts'

preloadText('person')
preloadText('refusals')
preloadText('fields')

/** Verified: shown, not edited. */
const LockedIdentity = ({ profile }: { profile: Profile }) => {
  const t = useText('profile')
  const person = useText('person')
  const birthDay = useBirthDay()
  const { firstName, lastName, birthDate } = profile
  return (
    <>
      <KvRows>
        <KvRow name={person('name')}>{`${firstName} ${lastName}`}</KvRow>
        {birthDate !== null && <KvRow name={person('birthDate')}>{birthDay(birthDate)}</KvRow>}
      </KvRows>
      <NoteBox tone="neutral" icon={LockKeyhole} title={t('editing.lockedTitle')}>
        {t('editing.lockedHelp')}
      </NoteBox>
    </>
  )
}

const useEditing = (start: Profile) => {
  const { timeZone } = useBranding()
  const countries = useCountries()
  const [saved, setSaved] = useState(start)
  const [conflict, setConflict] = useState<Conflict<PersonValues> | null>(null)
  const base = useMemo(() => valuesOf(saved), [saved])
  const schema = useMemo(
    () => async () => (await import('./profile-rules.ts')).profileRules({ base, timeZone, countries }),
    [base, timeZone, countries],
  )
  const form = useContractForm<PersonValues>({ schema, defaultValues: valuesOf(start) })
  const finish = useFinish()

  /**
   * Sends the changes. A new version without changes of these fields is no conflict. Resolves to `false` on a
   * conflict.
   */
  const save = async (mine: PersonValues, from: Profile = saved): Promise<unknown> => {
    try {
      const input = changesOf(valuesOf(from), mine)
      await call(updateMe, { input, ifMatch: String(from.version), errors: 'fields' })
    } catch (error) {
      if (!isRefusal(error, 'record_changed')) throw error
      const record = error.data as Profile
      const found = conflictOf({ base: valuesOf(from), mine, theirs: valuesOf(record) }, changedFields)
      if (found.both.length === 0 && found.adopted.length === 0) return save(mine, record)
      for (const field of found.adopted) form.setValue(field, found.theirs[field], { shouldValidate: true })
      setSaved(record)
      setConflict(found)
      return false
    }
    return await finish()
  }
  return { form, conflict, save, saved, changes: changedFields(base, form.watch()).length }
}

const useFinish = () => {
  const t = useText('profile')
  const path = useProfilePath()
  const go = useGo()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: [getMe.path] })
    await refreshSession().catch(() => undefined)
    toastSuccess(t('editing.saved'))
    go(path)
  }
}

const Sections = ({ form, profile }: { form: PersonForm; profile: Profile }) => {
  const t = useText('profile')
  const person = useText('person')
  return (
    <div className="flex flex-col gap-4">
      <Panel title={t('about')}>
        <div className="flex flex-col gap-5">
          {profile.identityLocked ? <LockedIdentity profile={profile} /> : <IdentityFields form={form} />}
          <GenderField form={form} />
        </div>
      </Panel>
      <Panel title={t('contact')}>
        <div className="flex flex-col gap-5">
          <KvRows>
            <EmailRow profile={profile} />
          </KvRows>
          <PendingEmail profile={profile} />
          <CountryField form={form} />
          <MobileField form={form} />
        </div>
      </Panel>
      <Panel title={person('address')}>
        <div className="flex flex-col gap-5">
          <AddressFields form={form} />
        </div>
      </Panel>
    </div>
  )
}

/** Shown after the first change. The button discards the changes without a question. */
const SaveBar = ({ changes, busy, onDiscard }: { changes: number; busy: boolean; onDiscard: () => void }) => {
  const t = useText('profile')
  const path = useProfilePath()
  if (changes === 0) return null
  return (
    <div className={cx('contents', path === '/profile' ? 'max-md:*:-mb-8' : 'max-md:*:-mx-4 max-md:*:-mb-5')}>
      <ActionBar note={<span aria-live="polite">{t('editing.changes', { count: changes })}</span>}>
        <Button type="submit" variant="primary" busy={busy}>
          {t('editing.save')}
        </Button>
        <div className="hidden md:block">
          <ButtonLink to={path} variant="ghost" onClick={onDiscard}>
            {t('editing.discard')}
          </ButtonLink>
        </div>
      </ActionBar>
    </div>
  )
}

const EditForm = ({ profile }: { profile: Profile }) => {
  const { form, changes, conflict, save, saved } = useEditing(profile)
  return (
    <form
      noValidate
      onSubmit={form.send((values) => save(values))}
      className="max-md:[&_:is(input,select,button)]:scroll-mb-36"
    >
      {conflict !== null && <ProfileConflict form={form} conflict={conflict} />}
      <Sections
        form={form}
        profile={{
          ...saved,
          email: profile.email,
          pendingEmail: profile.pendingEmail,
          pendingEmailWaits: profile.pendingEmailWaits,
        }}
      />
      <SaveBar changes={changes} busy={form.formState.isSubmitting} onDiscard={() => form.reset()} />
    </form>
  )
}

/** Edits the person's own record field by field; verified names and birth date are read-only. */
export const ProfileEditPage = () => {
  const t = useText('profile')
  const path = useProfilePath()
  return (
    <Page>
      <PageHeader title={t('editing.title')} back={path} />
      <WithProfile>{(profile) => <EditForm profile={profile} />}</WithProfile>
    </Page>
  )
}
