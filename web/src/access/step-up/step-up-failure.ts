/** What went wrong, for programs (`errorCode`) and for people who read English (`errorDescription`) (product §7). */
export type StepUpFailure = {
  readonly error: string
  readonly errorCode: string
  readonly errorDescription: string
}
/** The provider's answer: either what it says, or why not; nothing is thrown but mistakes of the caller. */
export type StepUpAnswer<T> = { readonly data: T; readonly error?: undefined } | StepUpFailure

export const failureOf = (errorCode: string, errorDescription: string): StepUpFailure => ({
  error: errorDescription,
  errorCode,
  errorDescription,
})
