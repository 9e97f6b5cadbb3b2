/** A failure for programs (`errorCode`) and for people who read English (`errorDescription`) (product §7). */
export type StepUpFailure = {
  readonly error: string
  readonly errorCode: string
  readonly errorDescription: string
}
/** The provider's answer: its data or a failure. Only mistakes of the caller throw. */
export type StepUpAnswer<T> = { readonly data: T; readonly error?: undefined } | StepUpFailure

export const failureOf = (errorCode: string, errorDescription: string): StepUpFailure => ({
  error: errorDescription,
  errorCode,
  errorDescription,
})
