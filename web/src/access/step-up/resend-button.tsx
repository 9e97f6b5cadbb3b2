import { useState } from 'react'
import { countdownText } from '../../kernel/date-text.ts'
import { useText } from '../../kernel/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { useCountdown } from '../../ui/ring.tsx'

const pauseMs = 60_000

const Paused = ({ onOver }: { onOver: () => void }) => {
  const t = useText('stepUp')
  const leftMs = useCountdown({ wholeMs: pauseMs, onEnd: onOver })
  return (
    <Button fullWidth disabled>
      <span className="num">{t('code.againIn', { time: countdownText(leftMs) })}</span>
    </Button>
  )
}

/** Sends another code or link, at most once a minute. */
export const ResendButton = ({ send }: { send: () => Promise<boolean> }) => {
  const t = useText('stepUp')
  const [state, setState] = useState<'paused' | 'ready' | 'busy'>('paused')
  if (state === 'paused') return <Paused onOver={() => setState('ready')} />
  const press = async () => {
    setState('busy')
    setState((await send()) ? 'paused' : 'ready')
  }
  return (
    <Button fullWidth busy={state === 'busy'} onClick={() => void press()}>
      {t('code.again')}
    </Button>
  )
}
