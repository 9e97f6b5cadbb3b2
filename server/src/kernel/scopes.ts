import { allTenants } from './database.ts'

/*
 * Code that reads or writes rows of all tenants names one of these reasons. The queries then find their rows by a
 * secret or an id. `tools/tenant-scopes.test.ts` finds a file that uses `allTenants` itself without a comment.
 */

/**
 * The caller has no session yet, so their tenant is unknown: login, registration, recovery, links of mails and public
 * pages.
 */
export const beforeLogin = allTenants

/**
 * Rows of the person whom a session, a login or a link has proved, found by the person's id. The same code runs before
 * and after the login, and the scope of a role may leave out the person's own company (permissions §1).
 */
export const provedPerson = allTenants

/**
 * Work for the whole installation: jobs, webhooks, streams, metrics, the audit trail, the operator's commands and
 * the sandbox's demo.
 */
export const wholeInstallation = allTenants
