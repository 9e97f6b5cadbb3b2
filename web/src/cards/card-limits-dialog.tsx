import type { CardDetailOnWire } from '@cardamom/contract/cards'
import { useId } from 'react'
import type { Conflict } from '../kernel/conflict.ts'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useContractForm, type ContractForm } from '../ui/form.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConflictNote, VersionChoice } from '../ui/version-choice.tsx'
import { limitNames, typedOf, wantedOf, type LimitChange, type TypedLimits } from './card-limits.ts'
import { LimitsUnderWay } from './card-state-note.tsx'
import { useSaveLimits } from './save-limits.ts'

const schema = () => import('./card-limits-schema.ts').then(({ typedLimits }) => typedLimits)

type Form = ContractForm<TypedLimits>
type Met = Conflict<TypedLimits>

/** A limit that was changed here and elsewhere: both values, and the choice between them. */
const LimitChoice = ({
  form,
  name,
  conflict,
}: {
  form: Form
  name: (typeof limitNames)[number]
  conflict: Met
}) => {
  const t = useText('cards')
  const shown = (typed: TypedLimits) => {
    const limit = wantedOf(typed)[name]
    return limit === null ? t('limits.none') : moneyText(limit)
  }
  const versions = (['mine', 'theirs'] as const).map((side) => ({
    value: conflict[side][name],
    shown: shown(conflict[side]),
    from: t(`limits.conflict.${side}`),
  }))
  return (
    <VersionChoice
      name={`conflict-${name}`}
      label={t(`limits.field.${name}`)}
      versions={versions}
      chosen={form.watch(name)}
      choose={(value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: true })}
    />
  )
}

/**
 * The limits were changed elsewhere while the person typed: shows both values of each limit that both
 * changed.
 */
const LimitsConflict = ({ form, conflict }: { form: Form; conflict: Met }) => {
  const t = useText('cards')
  const adopted = conflict.adopted.map((name) => t(`limits.field.${name}`)).join(', ')
  return (
    <>
      <ConflictNote title={t('limits.conflict.title')} conflict={conflict}>
        {t(conflict.both.length > 0 ? 'limits.conflict.choose' : 'limits.conflict.check')}
        {adopted !== '' && <> {t('limits.conflict.adopted', { fields: adopted })}</>}
      </ConflictNote>
      {conflict.both.map((name) => (
        <LimitChoice key={name} form={form} name={name} conflict={conflict} />
      ))}
    </>
  )
}

/** The three limits of a card in one form; an empty field means no limit. */
export const CardLimitsDialog = ({
  open,
  card,
  change,
}: {
  open: boolean
  card: CardDetailOnWire
  change: LimitChange
}) => {
  const t = useText('cards')
  const id = useId()
  const form = useContractForm<TypedLimits>({ schema, defaultValues: typedOf(card.limits) })
  const { conflict, isOtherUnderWay, save } = useSaveLimits({ card, change }, form)
  const { close } = change
  const isBusy = form.formState.isSubmitting
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      busy={isBusy}
      title={t('limits.dialogTitle')}
      lead={t('limits.dialogLead')}
      cancel={t('limits.cancel')}
      actions={
        <Button type="submit" form={id} variant="primary" busy={isBusy || isOtherUnderWay}>
          {t('limits.save')}
        </Button>
      }
    >
      <form id={id} noValidate onSubmit={form.send((typed) => save(typed))} className="flex flex-col gap-5">
        {conflict !== null && <LimitsConflict form={form} conflict={conflict} />}
        {limitNames.map((name) => (
          <TextField
            key={name}
            label={t(`limits.field.${name}`)}
            start="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            placeholder={t('limits.none')}
            {...form.field(name)}
          />
        ))}
        {isOtherUnderWay && <LimitsUnderWay />}
      </form>
    </Dialog>
  )
}
