import type { CardOnWire } from '@cardamom/contract/cards'
import { Ellipsis, Eye, Pause, Play, Plus } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { Link } from '../../kernel/link.tsx'
import { countText } from '../../kernel/money-text.ts'
import { useGo } from '../../kernel/router.tsx'
import { TextLink } from '../../ui/button.tsx'
import { QuickAction, QuickActions } from '../../ui/quick-actions.tsx'
import { GhostCardArt, OwnCardArt } from '../../cards/own-card-art.tsx'
import { usePause } from '../../cards/pause-card.ts'

const Actions = ({ card }: { card: CardOnWire }) => {
  const t = useText('cards')
  const go = useGo()
  const pause = usePause(card)
  return (
    <QuickActions>
      {card.canLoad && (
        <QuickAction icon={Plus} onPress={() => go('/load', { search: { card: card.id } })}>
          {t('actions.load')}
        </QuickAction>
      )}
      {pause.verb !== null && (
        <QuickAction icon={pause.verb === 'pause' ? Pause : Play} busy={pause.isBusy} onPress={pause.press}>
          {t(`actions.${pause.verb}`)}
        </QuickAction>
      )}
      {card.canReveal && (
        <QuickAction icon={Eye} onPress={() => go(`/cards/${card.id}`, { search: { show: '1' } })}>
          {t('actions.show')}
        </QuickAction>
      )}
      <QuickAction icon={Ellipsis} to={`/cards/${card.id}`}>
        {t('actions.more')}
      </QuickAction>
    </QuickActions>
  )
}

/** The card and its most frequent actions: load, pause, show its details. */
export const HomeCard = ({
  card,
  count,
  ghost,
}: {
  card: CardOnWire | null
  count: number
  /** Names the note on the placeholder: what must happen before there is a card. */
  ghost: 'ghost' | 'ghostMaking' | 'ghostRequest'
}) => {
  const t = useText('cards')
  const home = useText('home')
  if (card === null) return <GhostCardArt note={t(`art.${ghost}`)} />
  return (
    <div className="flex flex-col gap-4">
      <Link to={`/cards/${card.id}`} className="block max-w-100 rounded-2xl">
        <OwnCardArt card={card} />
      </Link>
      {card.lastDigits !== null && <Actions card={card} />}
      {count > 1 && (
        <p className="max-w-100 text-center">
          <TextLink to="/cards">{home('allCards', { count: countText(count) })}</TextLink>
        </p>
      )}
    </div>
  )
}
