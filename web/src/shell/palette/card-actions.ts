import { listCards, pauseCard, readCard, resumeCard } from '@cardamom/contract/cards'
import type { WireOf } from '@cardamom/contract/endpoint'
import { Eye, Pause, Play } from 'lucide-react'
import { useText } from '../../kernel/i18n.tsx'
import { useAction } from '../../kernel/query.ts'
import { useGo } from '../../kernel/router.tsx'
import type { Line } from './match.ts'

type Card = WireOf<typeof listCards>['items'][number]
const changes = [listCards, readCard]

/** What each card allows now. The card's page then shows the result. */
export const useCardActions = (cards: readonly Card[]): Line[] => {
  const t = useText('palette')
  const go = useGo()
  const pausing = useAction(pauseCard, { changes })
  const resuming = useAction(resumeCard, { changes })
  return cards.flatMap((card) => {
    const facts = { digits: card.lastDigits === null ? '' : `•• ${card.lastDigits}` }
    const path = `/cards/${card.id}`
    const params = { params: { id: card.id } }
    const onItsPage = (open: () => void) => {
      go(path)
      open()
    }
    const lineOf = (verb: 'pause' | 'resume' | 'show', icon: Line['icon'], run: () => void): Line => ({
      id: `${verb} ${card.id}`,
      icon,
      label: t(`cardActions.${verb}`, facts).trim(),
      keywords: t(`cardActions.${verb}Keywords`),
      run,
    })
    return [
      ...(card.canPause ? [lineOf('pause', Pause, () => onItsPage(() => pausing.mutate(params)))] : []),
      ...(card.canResume ? [lineOf('resume', Play, () => onItsPage(() => resuming.mutate(params)))] : []),
      ...(card.canReveal ? [lineOf('show', Eye, () => go(path, { search: { show: '1' } }))] : []),
    ]
  })
}
