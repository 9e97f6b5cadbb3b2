import { AsyncLocalStorage } from 'node:async_hooks'

type Call = { isKeyRefused: boolean; readonly within: Call | undefined }
const calls = new AsyncLocalStorage<Call>()

/** Answers of HTTP that refuse the key itself, whatever was requested. */
const keyRefusals: ReadonlySet<number> = new Set([401, 403])

/**
 * An adapter says that the provider refused its key or login. The outcome of the call is the same: nothing was done,
 * and it is tried again, because only a person can change the key.
 */
export const markRefusedKey = (): void => {
  for (let call = calls.getStore(); call; call = call.within) call.isKeyRefused = true
}

export const markStatus = (status: number): void => {
  if (keyRefusals.has(status)) markRefusedKey()
}

/** Makes a call. `isKeyRefused` says, after its answer, whether the provider refused our key. */
export const followKey = <Answer>(call: () => Answer) => {
  const own: Call = { isKeyRefused: false, within: calls.getStore() }
  return { answer: calls.run(own, call), isKeyRefused: () => own.isKeyRefused }
}
