import {
  listPayinLimitChanges,
  listPayinLimits,
  readPayinLimits,
  removePayinLimit,
  setPayinLimit,
} from '@cardamom/contract/limits/payin-limits'
import { useId } from 'react'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { queryClient, useAction } from '../kernel/query.ts'
import { toastSuccess } from '../kernel/toasts.ts'
import { sentenceOf } from '../kernel/transport.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm } from '../ui/form.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'
import { LimitHistory } from './limit-history.tsx'
import type { CategoryLimit, LimitsInForce } from '../ui/limits/payin-limit-rows.tsx'

preloadText('fields')
preloadText('refusals')

const schema = async () => (await import('@cardamom/contract/limits/payin-limits')).PayinLimitForm
const amounts = ['minimum', 'maximum', 'daily'] as const
type TypedLimit = Record<(typeof amounts)[number] | 'reason', string>

const changes = [listPayinLimits, readPayinLimits, listPayinLimitChanges]
const readAgain = () => {
  for (const { path } of changes) void queryClient.invalidateQueries({ queryKey: [path] })
}

const useChanges = ({
  company,
  limit,
  close,
}: {
  company: Company
  limit: CategoryLimit
  close: () => void
}) => {
  const t = useText('payinLimits')
  const done = (text: string) => () => {
    toastSuccess(text)
    close()
  }
  const set = useAction(setPayinLimit, { errors: 'none', changes, onDone: done(t('form.done')) })
  const remove = useAction(removePayinLimit, { errors: 'none', changes, onDone: done(t('form.removed')) })
  const about = { category: limit.category, version: limit.own?.version ?? 0 }
  return {
    error: set.error ?? remove.error,
    isRemoving: remove.isPending,
    set: async (typed: TypedLimit) => {
      remove.reset()
      try {
        await set.mutateAsync({ input: { ...about, ...typed, companyId: company?.id ?? null } })
      } catch (error) {
        // Another person may have changed them: the next press is about what is shown then.
        readAgain()
        throw error
      }
    },
    remove: async (reason: string) => {
      set.reset()
      if (company === null) return
      const input = { ...about, companyId: company.id, reason }
      await remove.mutateAsync({ input }).catch(readAgain)
    },
  }
}

type Company = LimitsInForce['company']

/** Sets the limits of one category, with their history: all fields are required (product §5). */
export const PayinLimitDialog = ({
  open,
  company,
  limit,
  close,
}: {
  open: boolean
  company: Company
  limit: CategoryLimit
  close: () => void
}) => {
  const t = useText('payinLimits')
  const id = useId()
  const { minimum, maximum, daily } = limit.own ?? limit
  const form = useContractForm<TypedLimit>({ schema, defaultValues: { minimum, maximum, daily, reason: '' } })
  const { error, isRemoving, set, remove } = useChanges({ company, limit, close })
  const isSending = form.formState.isSubmitting
  const hasFields = Object.keys(error?.errors ?? {}).length > 0
  const { room } = limit
  const removeWithReason = async () => {
    if (await form.trigger('reason', { shouldFocus: true })) await remove(form.getValues('reason'))
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      size="form"
      busy={isSending || isRemoving}
      title={t('form.title', {
        category: t(`values.category.${limit.category}`),
        name: company?.name ?? t('platform'),
      })}
      lead={t(company === null ? 'form.leadPlatform' : 'form.lead')}
      cancel={t('form.cancel')}
      actions={
        <>
          {company !== null && limit.own !== null && (
            <Button busy={isRemoving} onClick={() => void removeWithReason()}>
              {t('form.remove')}
            </Button>
          )}
          <Button type="submit" form={id} variant="primary" busy={isSending}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <form id={id} noValidate onSubmit={form.send(set)} className="flex flex-col gap-5">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-3">
            {amounts.map((name) => (
              <TextField
                key={name}
                label={t(`fields.${name}`)}
                start="$"
                inputMode="decimal"
                autoComplete="off"
                maxLength={15}
                {...(room === null ? {} : { hint: t('form.room', { amount: moneyText(room[name]) }) })}
                {...form.field(name)}
              />
            ))}
          </div>
          <TextArea
            label={t('form.reason')}
            hint={t('form.reasonHint')}
            rows={2}
            maxLength={500}
            {...form.field('reason')}
          />
          {error && !hasFields && <NoteBox tone="bad" role="alert" title={sentenceOf(error)} />}
        </form>
        <LimitHistory companyId={company?.id} category={limit.category} />
      </div>
    </Dialog>
  )
}
