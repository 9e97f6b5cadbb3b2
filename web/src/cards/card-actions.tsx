import type { CardOnWire } from '@cardamom/contract/cards'
import { Eye, EyeOff, Pause, Play, Plus, SlidersHorizontal } from 'lucide-react'
import { useText } from '../kernel/i18n.tsx'
import { useGo } from '../kernel/router.tsx'
import { QuickAction, QuickActions } from '../ui/quick-actions.tsx'

type Pausing = {
  readonly verb: 'pause' | 'resume' | null
  readonly isBusy: boolean
  readonly press: () => void
}
type Revealing = {
  readonly isShown: boolean
  readonly isBusy: boolean
  readonly press: () => void
}

/** Actions that the card allows now; other actions are not shown. */
export const CardActions = ({
  card,
  pausing,
  revealing,
  limits,
}: {
  card: CardOnWire
  pausing: Pausing
  revealing: Revealing
  /** Opens the limits; null: they cannot be changed now. */
  limits: (() => void) | null
}) => {
  const t = useText('cards')
  const go = useGo()
  return (
    <QuickActions>
      {card.canLoad && (
        <QuickAction icon={Plus} onPress={() => go('/load', { search: { card: card.id } })}>
          {t('actions.load')}
        </QuickAction>
      )}
      {pausing.verb !== null && (
        <QuickAction
          icon={pausing.verb === 'pause' ? Pause : Play}
          busy={pausing.isBusy}
          onPress={pausing.press}
        >
          {t(`actions.${pausing.verb}`)}
        </QuickAction>
      )}
      {card.canReveal && (
        <QuickAction
          icon={revealing.isShown ? EyeOff : Eye}
          busy={revealing.isBusy}
          onPress={revealing.press}
        >
          {t(revealing.isShown ? 'actions.hide' : 'actions.show')}
        </QuickAction>
      )}
      {limits !== null && (
        <QuickAction icon={SlidersHorizontal} onPress={limits}>
          {t('actions.limits')}
        </QuickAction>
      )}
    </QuickActions>
  )
}
