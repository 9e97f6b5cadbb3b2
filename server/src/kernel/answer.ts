/** The result of a handler or a rule: a value, or a refusal with its code (architecture §5). */
export type Answer<T, Code extends string = string> = AcceptedAnswer<T> | RefusedAnswer<Code>

export type AcceptedAnswer<T> = { readonly accepted: true; readonly value: T }

export type RefusedAnswer<Code extends string = string> = {
  readonly accepted: false
  readonly code: Code
  /** Facts for the message and for the caller; wire values only. */
  readonly data: Readonly<Record<string, unknown>>
  /** Field that the refusal belongs to, where there is one. */
  readonly field: string | null
}

export const accepted = <T>(value: T): AcceptedAnswer<T> => ({ accepted: true, value })

export const refused = <Code extends string>(
  code: Code,
  about: { field?: string; data?: Readonly<Record<string, unknown>> } = {},
): RefusedAnswer<Code> => ({ accepted: false, code, data: about.data ?? {}, field: about.field ?? null })
