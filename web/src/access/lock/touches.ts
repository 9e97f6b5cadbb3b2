import { elapsedMs } from '../../kernel/clock.ts'

const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const
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
  const hear = (event: Event) => {
    // Browsers send one when something moves under a pointer that lies still.
    const isStill = event instanceof PointerEvent && event.movementX === 0 && event.movementY === 0
    if (event.type !== 'pointermove' || !isStill) touch()
  }
  for (const kind of kinds) addEventListener(kind, hear, { passive: true, capture: true })
  // Somebody comes back to this window. Within it focus moves by itself: into the very dialog that warns of the lock.
  addEventListener('focus', touch)
  return {
    idleMs: () => elapsedMs() - lastMs,
    touch,
    stop: () => {
      for (const kind of kinds) removeEventListener(kind, hear, { capture: true })
      removeEventListener('focus', touch)
      tabs.close()
    },
  }
}
