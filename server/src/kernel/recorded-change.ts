/** A value of a changed field, as the audit shows it. */
export type FieldValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | undefined
  | readonly (string | number)[]
export type FieldValues = Readonly<Record<string, FieldValue>>

/** What a call or job changed of one object. Equal fields are left out; without a difference nothing is recorded. */
export type ChangeDraft = {
  /** Noun of the object: `user`, `company`, `card`. */
  readonly entity: string
  readonly entityId: string
  /** The tenant of the object; null: it belongs to the installation. */
  readonly companyId: string | null
  /** The person concerned. */
  readonly userId?: string | null
  /** Null: the object is new. */
  readonly before: FieldValues | null
  /** Null: the object was removed. */
  readonly after: FieldValues | null
  /**
   * Fields with personal data. Their values are encrypted with the key of the person concerned and cannot be read
   * after that key was erased.
   */
  readonly personal?: readonly string[]
}

/** A value as JSON; amounts and times are text. */
type PlainValue = string | number | boolean | null | readonly (string | number)[]
export type PlainValues = Readonly<Record<string, PlainValue>>

/** A change whose values are ready to be stored: personal ones apart. */
export type RecordedChange = Pick<ChangeDraft, 'entity' | 'entityId' | 'companyId'> & {
  readonly userId: string | null
  readonly before: PlainValues | null
  readonly after: PlainValues | null
  readonly personal: { readonly before: PlainValues | null; readonly after: PlainValues | null } | null
}

const plain = (value: FieldValue): PlainValue => {
  if (value === undefined) return null
  if (typeof value === 'bigint') return String(value)
  return value instanceof Date ? value.toISOString() : value
}

const isEqual = (one: FieldValue, other: FieldValue): boolean =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other))

const pick = (values: FieldValues | null, names: readonly string[]): PlainValues | null =>
  values && Object.fromEntries(names.map((name) => [name, plain(values[name])]))

/** The fields that differ; null: none does. */
export const changeOf = (draft: ChangeDraft): RecordedChange | null => {
  const { entity, entityId, companyId, userId = null, before, after, personal = [] } = draft
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const changed = names.filter((name) => !before || !after || !isEqual(before[name], after[name]))
  if (before && after && changed.length === 0) return null
  const ofPerson = changed.filter((name) => personal.includes(name))
  if (ofPerson.length > 0 && userId === null) {
    throw new Error(`A change of ${entity} has personal data of nobody: ${ofPerson.join(', ')}`)
  }
  const others = changed.filter((name) => !personal.includes(name))
  return {
    entity,
    entityId,
    companyId,
    userId,
    before: pick(before, others),
    after: pick(after, others),
    personal: ofPerson.length > 0 ? { before: pick(before, ofPerson), after: pick(after, ofPerson) } : null,
  }
}

/** Collects what one transaction or plan changes. */
export const createChangeList = () => {
  const changes: RecordedChange[] = []
  let subjectId: string | null = null
  return {
    changes,
    recordChange: (draft: ChangeDraft) => {
      const change = changeOf(draft)
      if (change) changes.push(change)
    },
    concerns: (userId: string) => {
      subjectId = userId
    },
    subjectId: () => subjectId,
  }
}

export type ChangeList = ReturnType<typeof createChangeList>
