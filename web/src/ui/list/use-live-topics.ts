import type { LiveTopic } from '@cardamom/contract/events'
import { useEffect, useEffectEvent } from 'react'
import { elapsedMs } from '../../kernel/clock.ts'
import { onLive } from '../../kernel/live-hub.ts'

/**
 * Calls `run` after events of these topics, at most once in `leastMs`: after the first event at once, and later for
 * all others together.
 */
export const useLiveTopics = (
  topics: readonly LiveTopic[] | undefined,
  leastMs: number,
  run: () => void,
): void => {
  const onChange = useEffectEvent(run)
  // A page writes its topics where it uses them, so the array is another one at each render.
  const names = topics?.join(' ') ?? ''
  useEffect(() => {
    if (names === '') return undefined
    let lastMs = -leastMs
    let timer: ReturnType<typeof setTimeout> | null = null
    const change = () => {
      timer = null
      lastMs = elapsedMs()
      onChange()
    }
    const stop = onLive(names.split(' ') as LiveTopic[], () => {
      timer ??= setTimeout(change, Math.max(0, lastMs + leastMs - elapsedMs()))
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [names, leastMs])
}
