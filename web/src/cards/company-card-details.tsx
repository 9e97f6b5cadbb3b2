import { listCompanyCards } from '@cardamom/contract/cards/company-cards'
import { Lock, LockOpen, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useDates } from '../kernel/dates.tsx'
import { useText } from '../kernel/i18n.tsx'
import { moneyText } from '../kernel/money-text.ts'
import { useCan } from '../kernel/permissions.ts'
import { useCall } from '../kernel/query.ts'
import { ofMachines } from '../kernel/read-again.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { dialogPart } from '../ui/dialog.tsx'
import { KvRow, KvRows } from '../ui/kv-rows.tsx'
import type { RowOf } from '../ui/list/use-list-pages.ts'
import { DateText } from '../ui/money.tsx'
import { NoteBox } from '../ui/note-box.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notes } from '../ui/notes/notes.tsx'
import type { CardVerb } from './card-block-dialog.tsx'
import { CardStatus } from './card-state-note.tsx'

type CompanyCard = RowOf<typeof listCompanyCards>
type Part = { readonly card: CompanyCard }

const BlockDialog = dialogPart(async () => (await import('./card-block-dialog.tsx')).CardBlockDialog)

const CodeDialog = dialogPart(async () => (await import('./client-code-dialog.tsx')).ClientCodeDialog)

const Title = ({ card: { holderName, holderEmail, userId, explanation } }: Part) => {
  const t = useText('companyCards')
  const can = useCan()
  return (
    <header className="flex flex-col items-start gap-2">
      <div className="min-w-0">
        <h3 className="text-md font-semibold wrap-anywhere">{holderName}</h3>
        <p className="text-base wrap-anywhere text-mute md:text-sm">{holderEmail}</p>
      </div>
      <CardStatus card={{ explanation }} />
      <p>{t(`why.${explanation}`)}</p>
      {can('users.view') && <TextLink to={`/admin/users/${userId}`}>{t('person')}</TextLink>}
    </header>
  )
}

/** Who blocked the card and why, as far as the reader may know it. */
const BlockNote = ({ card }: Part) => {
  const t = useText('companyCards')
  const date = useDates()
  const { blockReason, blockedAt, blockedByName, blockNote, canUnblock } = card
  const can = useCan()
  if (blockReason !== 'admin') return null
  const since = blockedAt === null ? '' : t('blocked.at', { at: date(blockedAt, 'dayTime') })
  return (
    <NoteBox
      tone="warn"
      title={blockedByName === null ? t('blocked.unknown') : t('blocked.title', { name: blockedByName })}
    >
      <p>{since}</p>
      {blockNote !== null && <p className="wrap-anywhere">{blockNote}</p>}
      {card.status === 'blocked' && !canUnblock && can('cards.unblock') && card.enabled && (
        <p>{t('blocked.theirs')}</p>
      )}
    </NoteBox>
  )
}

const Actions = ({ card }: Part) => {
  const t = useText('companyCards')
  const [verb, setVerb] = useState<CardVerb>('block')
  const [isOpen, setIsOpen] = useState(false)
  const open = (next: CardVerb) => () => {
    setVerb(next)
    setIsOpen(true)
  }
  const name = card.lastDigits === null ? card.ref : `${card.type} ·· ${card.lastDigits}`
  return (
    <>
      {card.canBlock && (
        <Button variant="danger" icon={Lock} onClick={open('block')}>
          {t('actions.block.button')}
        </Button>
      )}
      {card.canUnblock && (
        <Button variant="primary" icon={LockOpen} onClick={open('unblock')}>
          {t('actions.unblock.button')}
        </Button>
      )}
      <BlockDialog open={isOpen} verb={verb} id={card.id} card={name} onClose={() => setIsOpen(false)} />
    </>
  )
}

const Money = ({ card: { balance, floating, available } }: Part) => {
  const t = useText('companyCards')
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('money')}</h3>
      <KvRows>
        <KvRow name={t('fields.available')}>{moneyText(available)}</KvRow>
        <KvRow name={t('fields.floating')}>{moneyText(floating)}</KvRow>
        <KvRow name={t('fields.balance')} total>
          {moneyText(balance)}
        </KvRow>
      </KvRows>
    </section>
  )
}

const ChangeClientCode = ({ card: { id, holderName, clientCode } }: Part) => {
  const t = useText('companyCards')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (!can('cards.associate')) return null
  return (
    <div>
      <Button icon={Pencil} onClick={() => setIsOpen(true)}>
        {t('clientCode.change')}
      </Button>
      <CodeDialog
        open={isOpen}
        id={id}
        name={holderName}
        clientCode={clientCode}
        onClose={() => setIsOpen(false)}
      />
    </div>
  )
}

const Facts = ({ card }: Part) => {
  const t = useText('companyCards')
  const facts = ['ref', 'type', 'nameOnCard', 'lastDigits', 'bin', 'expiry', 'clientCode', 'cif'] as const
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('facts')}</h3>
      <KvRows>
        {facts.map(
          (fact) =>
            card[fact] !== null && (
              <KvRow key={fact} name={t(`fields.${fact}`)}>
                <span className="num wrap-anywhere">{card[fact]}</span>
              </KvRow>
            ),
        )}
        <KvRow name={t('fields.companyName')}>{card.companyName}</KvRow>
        <KvRow name={t('fields.paymentStatus')}>{t(`values.paymentStatus.${card.paymentStatus}`)}</KvRow>
        <KvRow name={t('fields.createdAt')}>
          <DateText value={card.createdAt} variant="dayTime" />
        </KvRow>
        {card.activatedAt !== null && (
          <KvRow name={t('fields.activatedAt')}>
            <DateText value={card.activatedAt} variant="dayTime" />
          </KvRow>
        )}
      </KvRows>
      <ChangeClientCode card={card} />
    </section>
  )
}

const Found = ({ card }: Part) => (
  <div className="flex flex-col gap-5">
    <Title card={card} />
    <BlockNote card={card} />
    <Actions card={card} />
    <Money card={card} />
    <Facts card={card} />
    <Notes kind="card" id={card.id} />
  </div>
)

/** One card, shown next to the list: its state, what the reader may do, its money and facts, and notes. */
export const CompanyCardDetails = ({ id }: { id: string; row: CompanyCard | undefined }) => {
  const t = useText('companyCards')
  const found = useCall(
    listCompanyCards,
    { input: { id }, errors: 'none' },
    {
      live: ['card.'],
      againMs: ({ items }) => items[0]?.status === 'pending' && ofMachines,
    },
  )
  return (
    <Loaded
      reads={{ found }}
      failed={t('failed')}
      empty={({ found: { items } }) => items.length === 0 && t('gone')}
    >
      {({ found: { items } }) => items[0] && <Found card={items[0]} />}
    </Loaded>
  )
}
