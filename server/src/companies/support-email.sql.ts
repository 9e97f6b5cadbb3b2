import type { Config } from '../kernel/config.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSetting } from '../settings/settings.sql.ts'

/** Contact address of companies that have none: the operator's setting, else the one of the configuration. */
export const readSupportEmail = async (
  sql: Queries,
  { SUPPORT_EMAIL }: Pick<Config, 'SUPPORT_EMAIL'>,
): Promise<string> => (await readSetting(sql, 'supportEmail')) || SUPPORT_EMAIL
