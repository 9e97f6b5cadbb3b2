import type { FastifyRequest } from 'fastify'
import type { Config } from '../kernel/config.ts'
import type { Queries } from '../kernel/queries.ts'
import { readHost, type Company } from './company.ts'
import { readCompanyOfHost } from './companies.sql.ts'

/** The company whose pages a request came from. */
export const companyOfRequest = (
  sql: Queries,
  request: Pick<FastifyRequest, 'host'>,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
): Promise<Company> =>
  readCompanyOfHost(sql, readHost({ host: request.host, platformHost: new URL(PUBLIC_URL).hostname }))
