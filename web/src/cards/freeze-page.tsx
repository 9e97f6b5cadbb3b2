import { freezeCards } from '@cardamom/contract/cards/card-freezes'
import { CirclePause, Link2Off } from 'lucide-react'
import { ApiError } from '../kernel/api.ts'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { useTitle } from '../kernel/title.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Controlled, useContractForm } from '../ui/form.tsx'
import { Outcome } from '../ui/outcome.tsx'

// Preloads what the page needs after its data has come: a text that loads later would hide the page again.
preloadText('refusals')

const Expired = () => {
  const t = useText('cardFreezes')
  const refused = useText('refusals')
  return (
    <Outcome
      icon={Link2Off}
      tone="warn"
      title={refused('link_expired')}
      actions={
        <>
          <ButtonLink to="/freeze" variant="primary" fullWidth>
            {t('again')}
          </ButtonLink>
          <ButtonLink to="/login" fullWidth>
            {t('logIn')}
          </ButtonLink>
        </>
      }
    >
      <p>{t('expired')}</p>
    </Outcome>
  )
}

const Done = ({ cards }: { cards: number }) => {
  const t = useText('cardFreezes')
  return (
    <Outcome
      icon={CirclePause}
      tone="good"
      title={t('doneTitle', { cards })}
      actions={
        <ButtonLink to="/login" fullWidth>
          {t('logIn')}
        </ButtonLink>
      }
    >
      <p>{t('doneBody', { cards })}</p>
    </Outcome>
  )
}

const readSchema = async () => (await import('@cardamom/contract/cards/card-freezes')).freezeCards.input

/** The link of the mail, with the birth date: pauses every card at once. */
export const FreezePage = () => {
  const t = useText('cardFreezes')
  const token = usePathParam('token')
  const form = useContractForm<{ birthDate: string }>({
    schema: readSchema,
    defaultValues: { birthDate: '' },
  })
  const freeze = useAction(freezeCards, { errors: 'none' })
  useTitle(t('title'))
  if (freeze.data) return <Done cards={freeze.data.cards} />
  if (freeze.error?.code === 'link_expired') return <Expired />
  const submit = form.send(async ({ birthDate }) => {
    try {
      await freeze.mutateAsync({ params: { token }, input: { birthDate } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const problem = error.code === 'invalid_user_data' ? t('wrong') : error.message
      await form.showRefusals({ birthDate: [problem] })
    }
  })
  return (
    <Outcome icon={CirclePause} title={t('title')}>
      <p>{t('confirmLead')}</p>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5 pt-3 text-ink">
        <Controlled form={form} name="birthDate">
          {(field) => <DateField label={t('birthDate')} autoComplete="bday" {...field} />}
        </Controlled>
        <Button type="submit" variant="primary" fullWidth busy={form.formState.isSubmitting}>
          {t('go')}
        </Button>
      </form>
    </Outcome>
  )
}
