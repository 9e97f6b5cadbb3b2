/**
 * Calls that answer rows and are no declared list (`listEndpoint`), as docs/api.json describes them. A declared list has pages,
 * a count, and a test of its query plans (tests/list-plans); these need none of it, each for its reason.
 */

type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}
export type ApiDescription = {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}
type Operation = {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

/** Rows of which there are never more than a few. */
export const fewRows: Readonly<Record<string, string>> = {
  '/api/factors': 'the factors of one person',
  '/api/incidents/shown': 'banners that are shown now',
  '/api/kyc-cases/{id}/images': 'the pictures of one check',
  '/api/mail-texts': 'one row for each kind of mail and language',
  '/api/notes/mentionable': 'a choice that the reader narrows by typing',
  '/api/payout-addresses': 'a book has at most 50 addresses',
  '/api/processes': 'one row for each process',
  '/api/provider-connections': 'one row for each provider',
  '/api/receiving-cards': 'a choice that the reader narrows by typing',
  '/api/reports/attention': 'one row for each kind of work',
  '/api/reports/go-live': 'one row for each step',
  '/api/saved-views': 'the views of one list',
  '/api/wallet-holders': 'a choice that the reader narrows by typing',
}

/** Rows without end, with a cursor of their own or cut at a number. Each is to become a declared list: none is added. */
export const notYetDeclared: readonly string[] = [
  '/api/companies/{id}/changes',
  '/api/incidents',
  '/api/mail-texts/{kind}/{lang}/changes',
  '/api/notes/entity',
  '/api/payin-limits/changes',
  '/api/referrals/people',
  '/api/setting-pages/{page}/changes',
  '/api/terms/versions',
  '/api/users/{id}/sessions',
]

/** Paths of GET calls whose answer is rows, without pages: an array, or one named `items`. */
export const rowsWithoutPages = ({ paths, components }: ApiDescription): string[] => {
  const resolve = (schema: Schema | undefined): Schema => {
    const name = schema?.$ref?.split('/').at(-1)
    return name === undefined ? (schema ?? {}) : resolve(components?.schemas?.[name])
  }
  const isRows = (schema: Schema | undefined) => {
    const { type, items } = resolve(schema)
    return type === 'array' && resolve(items).type === 'object'
  }
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const answers = Object.values(get?.responses['200']?.content ?? {})
    const hasRows = answers.some(({ schema }) => {
      const data = resolve(resolve(schema).properties?.['data'])
      const { items, nextCursor } = data.properties ?? {}
      return isRows(data) || (isRows(items) && nextCursor === undefined)
    })
    return hasRows ? [path] : []
  })
}
