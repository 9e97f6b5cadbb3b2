import {
  archiveCardType,
  changeCardTypeImage,
  deleteCardType,
  getCardType,
  listCardTypes,
  pictureBytes,
  restoreCardType,
  updateCardType,
} from '@cardamom/contract/cards/card-types'
import { getCardPlan, listCardPlans } from '@cardamom/contract/cards/card-plans'
import { preloadText, useText } from '../kernel/i18n.tsx'
import { useAction } from '../kernel/query.ts'
import { usePathParam } from '../kernel/router.tsx'
import { toastSuccess } from '../kernel/toasts.ts'
import { Loaded } from '../ui/loaded.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Page, Stack } from '../ui/page-parts.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import { RecordForm } from '../ui/record-form.tsx'
import { CardTypeArt } from './card-type-art.tsx'
import { useChoosablePlans, useTypeFields } from './card-type-fields.ts'
import { CatalogueActions } from './catalogue-actions.tsx'
import { CatalogueState } from './catalogue-state.tsx'
import { WithCardType, type CardType } from './use-card-type.tsx'

preloadText('cardTypes')
preloadText('catalogue')
preloadText('recordForm')
preloadText('refusals')
preloadText('fields')

const calls = {
  archive: archiveCardType,
  restore: restoreCardType,
  remove: deleteCardType,
  read: getCardType,
  list: listCardTypes,
  path: '/admin/card-types',
}

const Picture = ({ type }: { type: CardType }) => {
  const t = useText('cardTypes')
  const change = useAction(changeCardTypeImage, {
    changes: [getCardType],
    onDone: () => toastSuccess(t('picture.saved')),
  })
  return (
    <PictureField
      texts={{
        label: t('picture.label'),
        choose: t('picture.choose'),
        remove: t('picture.remove'),
        hint: t('picture.hint'),
        wrong: t('picture.wrong'),
      }}
      mostBytes={pictureBytes}
      busy={change.isPending}
      canRemove={type.imageUrl !== null}
      send={(file) =>
        change.mutate({ params: { id: type.id }, input: { file }, ifMatch: String(type.version) })
      }
    >
      <CardTypeArt type={type} />
    </PictureField>
  )
}

type Plans = Parameters<typeof useTypeFields>[0]

const TypeForm = ({ type, plans }: { type: CardType; plans: Plans }) => {
  const { others } = useTypeFields(plans)
  return (
    <RecordForm
      record={type}
      read={getCardType}
      params={{ id: type.id }}
      endpoint={updateCardType}
      fields={others}
      lists={[listCardTypes, listCardPlans, getCardPlan]}
    />
  )
}

/** One type of cards: `/admin/card-types/:id`. */
export const CardTypePage = () => {
  const t = useText('cardTypes')
  const id = usePathParam('id')
  const plans = useChoosablePlans()
  return (
    <Page>
      <WithCardType key={id} id={id}>
        {(type) => (
          <Stack>
            <PageHeader title={type.name} back="/admin/card-types" status={<CatalogueState {...type} />} />
            {type.archived && <NoteBox tone="neutral" title={t('archivedNote')} />}
            {type.isAutomatic && <NoteBox tone="neutral" title={t('automaticNote')} />}
            <Panel>
              <Picture type={type} />
            </Panel>
            <Panel title={t('edit')}>
              <Loaded reads={{ plans }} failed={t('plansFailed')}>
                {({ plans: { items } }) => <TypeForm type={type} plans={items} />}
              </Loaded>
            </Panel>
            {!type.isAutomatic && <CatalogueActions record={type} calls={calls} />}
          </Stack>
        )}
      </WithCardType>
    </Page>
  )
}
