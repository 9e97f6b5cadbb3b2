import { useEffect, useRef } from 'react'
import { guardUnsaved } from '../kernel/unsaved.ts'
import { preloadUnsavedQuestion } from './unsaved-question.tsx'

/** Confirms before typed texts are lost by leaving the page. Returns what lets the person leave. */
export const useGuardedTexts = (isTyped: boolean) => {
  const unsaved = useRef(isTyped)
  useEffect(() => {
    unsaved.current = isTyped
  }, [isTyped])
  const discard = () => {
    unsaved.current = false
  }
  useEffect(() => {
    preloadUnsavedQuestion()
    return guardUnsaved({
      isWithin: (part) => unsaved.current && part.contains(document.getElementById('main')),
      discard: () => {
        unsaved.current = false
      },
    })
  }, [])
  return discard
}
