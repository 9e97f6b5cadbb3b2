import type { cardKinds } from '@cardamom/contract/cards/card-types'
import type { CardTypeRow } from './card-types.sql.ts'

export type CardKind = (typeof cardKinds)[number]
type FormAndFinish = Pick<CardTypeRow, 'form' | 'finish'>

export const kindOf = ({ form, finish }: FormAndFinish): CardKind =>
  form === 'virtual' ? 'virtual' : (finish ?? 'plastic')

export const madeAs = (kind: CardKind): FormAndFinish =>
  kind === 'virtual' ? { form: 'virtual', finish: null } : { form: 'physical', finish: kind }
