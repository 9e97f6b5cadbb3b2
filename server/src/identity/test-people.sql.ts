import { sql as fragment, type SqlBool } from 'kysely'

/** Filter of lists by the test-email flag. Totals leave out test people, and their lists are opened with `false`. */
export type TestFilter = 'true' | 'false'

/**
 * Whether the person of a column is a test person. They are few: to find their rows, the index of the column is used; to
 * leave them out, each row is looked up in a hash of them.
 */
export const ofTestPeople = (column: `${string}.userId`) =>
  fragment<SqlBool>`${fragment.ref(column)} = any(array(select test_people()))`

/** Ids of all test people, for a column with another name. */
export const testIds = fragment<string>`(select test_people())`

/** Rows that totals count: those of all but test people. */
export const ofCountedPeople = (column: `${string}.userId`) =>
  fragment<SqlBool>`${fragment.ref(column)} not in (select test_people())`

/** The same as a filter of a list. */
export const testFilterOn = (column: `${string}.userId`) => (isTest: TestFilter) =>
  isTest === 'true' ? ofTestPeople(column) : ofCountedPeople(column)
