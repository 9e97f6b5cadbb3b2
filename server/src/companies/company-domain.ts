import { domainToASCII } from 'node:url'
import { accepted, refused, type Answer } from '../kernel/answer.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const hostForm = new RegExp(`^(?:${label}\\.)+(?:xn--[a-z0-9-]{1,59}|[a-z]{2,63})$`)
const isBelow = (host: string, root: string) => host === root || host.endsWith(`.${root}`)

/**
 * A company's own domain in the form of a browser's host: lower case, punycode. Refused when it is no host name of
 * the internet, or belongs to the platform, whose subdomains are short names of companies.
 */
export const readDomain = (
  typed: string,
  platformHost: string,
): Answer<string, 'validation' | 'domain_not_possible'> => {
  const host = domainToASCII(typed.toLowerCase()).replace(/\.$/, '')
  if (!hostForm.test(host)) return refused('validation', { data: { errors: { domain: ['domain_invalid'] } } })
  const ours = [platformHost, 'localhost', 'local', 'internal']
  return ours.some((root) => isBelow(host, root))
    ? refused('domain_not_possible', { field: 'domain' })
    : accepted(host)
}
