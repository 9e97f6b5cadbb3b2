import { useEffect, useState } from 'react'

/** A value once it has stood still for a moment: what is still being typed asks nobody. */
export const useSettled = <T>(value: T, stillMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), stillMs)
    return () => clearTimeout(timer)
  }, [value, stillMs])
  return settled
}
