import { createSellerCode, listSellerCodes } from '@cardamom/contract/sellers/seller-codes'
import { listSellers } from '@cardamom/contract/sellers/sellers-list'
import { useRef, useState } from 'react'
import { call } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { queryClient } from '../kernel/query.ts'
import { useGo } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { useContractForm } from '../ui/form.tsx'
import { ActionBar, Page } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { PersonField, type Person } from '../ui/people/person-field.tsx'
import { sentValidity, ValidityFields, type Validity } from './validity-fields.tsx'

preloadText('sellerCodes')
preloadText('refusals')
preloadText('fields')

type Values = Validity & { code: string; active: string; ownerId: string; recruitedById: string }
type Kind = 'seller_one' | 'seller_two'

const mostLetters = 8
const mostDigits = 10_000

/** A code that people can say: letters of the owner's first name and four digits. */
export const proposedCode = (name: string): string => {
  const letters = name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/\s+/)[0]
    ?.replaceAll(/[^A-Z]/g, '')
    .slice(0, mostLetters)
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `${letters?.padEnd(2, 'X') ?? 'XX'}${String(number % mostDigits).padStart(4, '0')}`
}

/** Whose code it is, and what a cardholder becomes by it. */
const useOwner = () => {
  const t = useText('sellerCodes')
  const [owner, setOwner] = useState<Person | null>(null)
  const [kind, setKind] = useState<Kind>('seller_one')
  const [recruiter, setRecruiter] = useState<Person | null>(null)
  const [isSent, setSent] = useState(false)
  const becomes = owner?.kind === 'cardholder'
  const isTwo = becomes && kind === 'seller_two'
  return {
    owner,
    kind,
    recruiter,
    becomes,
    isTwo,
    setKind,
    setRecruiter,
    setOwner: (person: Person | null) => {
      setOwner(person)
      setRecruiter(null)
    },
    isComplete: () => {
      setSent(true)
      return owner !== null && (!isTwo || recruiter !== null)
    },
    ownerError: isSent && owner === null ? t('create.ownerMissing') : undefined,
    recruiterError: isSent && isTwo && recruiter === null ? t('create.recruiterMissing') : undefined,
  }
}

const OwnerPart = ({ state, errors }: { state: ReturnType<typeof useOwner>; errors: Partial<Values> }) => {
  const t = useText('sellerCodes')
  const { owner, kind, recruiter } = state
  return (
    <>
      <PersonField
        label={t('create.owner')}
        chosen={owner}
        error={state.ownerError ?? errors.ownerId}
        choose={state.setOwner}
      />
      {owner && !state.becomes && <p className="text-mute">{t('create.already')}</p>}
      {state.becomes && (
        <div>
          <p aria-hidden className="pb-1.5 text-base font-medium md:text-sm">
            {t('create.becomes')}
          </p>
          <Segmented
            label={t('create.becomes')}
            name="kind"
            value={kind}
            segments={(['seller_one', 'seller_two'] as const).map((value) => ({
              value,
              label: t(`kind.${value}`),
            }))}
            onChange={state.setKind}
          />
          <p className="pt-1.5 text-base text-mute md:text-sm">
            {t(`create.${kind}`)}. {t('create.becomesHint')}
          </p>
        </div>
      )}
      {state.isTwo && owner && (
        <PersonField
          label={t('create.recruiter')}
          filter={{ companyId: owner.companyId, kind: 'seller_one' }}
          chosen={recruiter}
          error={state.recruiterError ?? errors.recruitedById}
          choose={state.setRecruiter}
        />
      )}
    </>
  )
}

const CodeForm = () => {
  const t = useText('sellerCodes')
  const go = useGo()
  const state = useOwner()
  const key = useRef({ content: '', key: '' })
  const form = useContractForm<Values>({
    defaultValues: {
      code: '',
      firstDay: '',
      lastDay: '',
      maxUses: '',
      active: 'true',
      ownerId: '',
      recruitedById: '',
    },
  })
  const send = async (values: Values) => {
    const { owner, recruiter, isTwo } = state
    if (!state.isComplete() || !owner) return false
    const input = {
      companyId: owner.companyId,
      ownerId: owner.id,
      recruitedById: isTwo ? (recruiter?.id ?? null) : null,
      code: values.code,
      active: values.active === 'true',
      ...sentValidity(values),
    }
    const content = JSON.stringify(input)
    if (key.current.content !== content) key.current = { content, key: crypto.randomUUID() }
    const made = await call(createSellerCode, { input, idempotencyKey: key.current.key, errors: 'fields' })
    for (const { path } of [listSellerCodes, listSellers])
      await queryClient.invalidateQueries({ queryKey: [path] })
    toastSuccess(t('create.done', { code: made.code }))
    go('/admin/seller-codes', { replace: true, search: { open: made.id } })
    return true
  }
  const errors = Object.fromEntries(
    (['ownerId', 'recruitedById'] as const).flatMap((name) => {
      const error = form.errorOf(name)
      return error === undefined ? [] : [[name, error]]
    }),
  )
  return (
    <form noValidate onSubmit={form.send(send)}>
      <Panel>
        <div className="flex flex-col gap-5">
          <OwnerPart state={state} errors={errors} />
          <TextField
            label={t('create.code')}
            hint={t('create.codeHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            end={
              state.owner && (
                <Button
                  size="small"
                  variant="ghost"
                  onClick={() =>
                    form.setValue('code', proposedCode(state.owner?.name ?? ''), { shouldDirty: true })
                  }
                >
                  {t('create.propose')}
                </Button>
              )
            }
            {...form.field('code')}
          />
          <ValidityFields form={form} />
          <SelectField
            label={t('create.active')}
            options={[
              { value: 'true', label: t('create.now') },
              { value: 'false', label: t('create.later') },
            ]}
            {...form.field('active')}
          />
        </div>
      </Panel>
      <ActionBar>
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {t('create.submit')}
        </Button>
        <ButtonLink to="/admin/seller-codes">{t('create.cancel')}</ButtonLink>
      </ActionBar>
    </form>
  )
}

/** Creates a seller code: `/admin/seller-codes/new`. */
export const NewSellerCodePage = () => {
  const t = useText('sellerCodes')
  return (
    <Page>
      <PageHeader title={t('create.title')} back="/admin/seller-codes" />
      <p className="pb-4 text-mute">{t('create.lead')}</p>
      <CodeForm />
    </Page>
  )
}
