type Texts = { messages: Readonly<Record<string, unknown>> }

/** Texts that only admin pages read, in both languages. This list of files is loaded for admins only. */
export const files: Readonly<Record<string, () => Promise<Texts>>> = import.meta.glob<Texts>(
  '../../../contract/src/messages/{en,es}/admin/*.ts',
)
