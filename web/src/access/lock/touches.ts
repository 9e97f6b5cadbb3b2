import { elapsedMs } from '../../kernel/clock.ts'

const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
const spreadEveryMs = 1000

/**
 * Time since the last touch of the product in any tab of this browser. `stop` ends the listening; `touch`
 * counts as a touch.
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
  const onEvent = (event: Event) => {
    // Browsers send `pointermove` when content moves under a pointer that stays still.
    const isStill = event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0
    if (event.type !== 'pointermove' || !isStill) touch()
  }
  for (const kind of kinds) addEventListener(kind, onEvent, { passive: true, capture: true })
  // The window gets the focus again when a person returns. Focus changes inside of the window do not count,
  // because the lock warning sets the focus itself.
  addEventListener('focus', touch)
  return {
    idleMs: () => elapsedMs() - lastMs,
    touch,
    stop: () => {
      for (const kind of kinds) removeEventListener(kind, onEvent, { capture: true })
      removeEventListener('focus', touch)
      tabs.close()
    },
  }
}
