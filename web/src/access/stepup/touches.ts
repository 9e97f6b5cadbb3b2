import { elapsedMs } from '../../kernel/clock.ts'

const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const
const spreadEveryMs = 1000

/**
 * When somebody last touched the product in any tab of this browser. `stop` ends the listening; `touch` counts as
 * one.
 */
export const watchTouches = (): { idleMs: () => number; touch: () => void; stop: () => void } => {
  let lastMs = elapsedMs()
  let saidMs = 0
  const tabs = new BroadcastChannel('cardamom-touches')
  tabs.onmessage = () => (lastMs = elapsedMs())
  const touch = () => {
    lastMs = elapsedMs()
    if (lastMs - saidMs < spreadEveryMs) return
    saidMs = lastMs
    tabs.postMessage(null)
  }
  for (const kind of kinds) addEventListener(kind, touch, { passive: true, capture: true })
  return {
    idleMs: () => elapsedMs() - lastMs,
    touch,
    stop: () => {
      for (const kind of kinds) removeEventListener(kind, touch, { capture: true })
      tabs.close()
    },
  }
}
