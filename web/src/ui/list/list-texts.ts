import type { ListEndpoint } from '@cardamom/contract/list'
import type { Catalogue } from '@cardamom/contract/messages/catalogues'
import type { Namespace } from '../../kernel/i18n.tsx'
import type { QueryOf, RowOf } from './use-list-pages.ts'

/** All keys of nested texts: `title`, `fields.status`. */
type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeysOf<T[K]>}`
}[keyof T & string]

type FiltersOf<L extends ListEndpoint> = L['list'] extends { filters: infer F } ? keyof F & string : never
type SortsOf<L extends ListEndpoint> = L['list']['sorts'][number] extends infer S
  ? S extends `-${infer Name}`
    ? Name
    : S & string
  : never
type Wire<L extends ListEndpoint, Name> = Name extends keyof RowOf<L>
  ? RowOf<L>[Name]
  : Name extends keyof QueryOf<L>
    ? NonNullable<QueryOf<L>[Name]>
    : never
/** A text for each value, where a field has a few values. */
type ValuesOf<L extends ListEndpoint, Name extends string> = Name extends string
  ? string extends Wire<L, Name>
    ? never
    : `values.${Name}.${Extract<Wire<L, Name>, string>}`
  : never

/** Every text that a list page shows: see `ListPage`. `Name` are its columns, `Plain` those without a cell. */
type ListTexts<L extends ListEndpoint, Name extends string, Plain extends string> =
  | 'title'
  | 'empty.title'
  | 'empty.body'
  | (L['list'] extends { search: true } ? 'search' : never)
  | `fields.${Name | FiltersOf<L> | SortsOf<L>}`
  | ValuesOf<L, Plain | FiltersOf<L>>

/** Texts of a list page that a module of the catalogue does not have. */
export type MissingTexts<
  N extends Namespace,
  L extends ListEndpoint,
  Name extends string,
  Plain extends string,
> = Exclude<ListTexts<L, Name, Plain>, KeysOf<Catalogue[N]>>
