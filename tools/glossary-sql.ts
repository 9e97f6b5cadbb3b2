import { basename } from 'node:path'

/**
 * Names that migrations create. Applied migrations are never edited, so those that were there when this check began are
 * left out.
 */

/** The number of each module's last migration that is not checked. */
const unchecked: Readonly<Record<string, string>> = {
  access: '0521',
  audit: '0013',
  cards: '0904',
  companies: '0202',
  fees: '0801',
  identity: '0315',
  kernel: '0015',
  kyc: '0603',
  ledger: '0109',
  limits: '0701',
  loads: '1113',
  notifications: '1303',
  sandbox: '1401',
  screening: '0511',
  sellers: '0500',
  settings: '0020',
  shares: '0710',
  terms: '0211',
  transactions: '1002',
  treasury: '1201',
}

const isChecked = (path: string): boolean => {
  const [, module = '', number = ''] = /^server\/src\/(\w+)\/migrations\/(\d{4})-/.exec(path) ?? []
  return number > (unchecked[module] ?? '') && !path.endsWith('.check.sql')
}

const created =
  /\b(?:create|add)\s+(?:or\s+replace\s+)?(?:unique\s+)?(?:table|column|constraint|index|policy|function|procedure|trigger|view|type|sequence)\s+(?:if\s+not\s+exists\s+)?(\w+)/gi
const renamed = /\brename\s+(?:(?:column|constraint)\s+\w+\s+)?to\s+(\w+)/gi
/** A column or a parameter with its type. */
const typed =
  /(?:^|[(,]|\badd\s)\s*(\w+)\s+(?:text|u?uuid|int|int4|int8|bigint|boolean|bool|timestamptz|date|bytea|jsonb?|numeric|name|regclass|record)\b/gim

/**
 * The name of a migration, and the names that it creates: tables, columns, constraints, indexes, policies,
 * functions and their parameters.
 */
export const sqlNames = (path: string, text: string): string[] => {
  if (!isChecked(path)) return []
  const code = text.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, "''")
  const names = [created, renamed, typed].flatMap((pattern) => [...code.matchAll(pattern)])
  return [basename(path, '.sql'), ...names.map(([, name = '']) => name)]
}
