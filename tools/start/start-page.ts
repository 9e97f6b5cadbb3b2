import type { RunningProduct } from './start-product.ts'

type ProductFacts = Pick<RunningProduct, 'url' | 'ports' | 'dataDir' | 'databaseDir' | 'services'>
type DemoAccount = {
  readonly email: string
  readonly name: string
  readonly role: string
  readonly company: string | null
}

type Demo = { readonly accounts: readonly DemoAccount[]; readonly password: string }

/**
 * Demo people who can sign in with one press; empty where the sandbox is off or the demo was removed. Null
 * when the product does not answer, because of a flood of requests.
 */
const readDemo = async (port: number): Promise<Demo | null> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/config`).catch(() => null)
  if (!response?.ok) return null
  const { data } = (await response.json()) as {
    data: { demoAccounts: readonly DemoAccount[]; demoPassword: string | null }
  }
  return { accounts: data.demoAccounts, password: data.demoPassword ?? '' }
}

const rowsOf = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(15, ...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `  ${label.padEnd(width)} ${value}\n`).join('')
}

const addressesOf = (product: ProductFacts): (readonly [string, string])[] => {
  const { mail, issuer, chain } = product.services
  const inside = product.databaseDir.startsWith(product.dataDir)
  return [
    ['Open', product.url],
    ...(mail
      ? ([
          ['Mailbox', mail.baseUrl],
          ['Phone', `${mail.baseUrl}/phone`],
        ] as const)
      : []),
    ...(issuer ? [['Shop', `${issuer.baseUrl}/shop`] as const] : []),
    ...(chain ? [['Demo wallet', chain.baseUrl] as const] : []),
    ['Data', product.dataDir],
    ...(inside ? [] : [['Database', product.databaseDir] as const]),
  ]
}

/** The text that a start prints when all processes run: addresses, data and who can sign in. */
export const describeStart = async (product: ProductFacts): Promise<string> => {
  const demo = await readDemo(product.ports.product)
  const lines = `\n${rowsOf(addressesOf(product))}\n`
  if (!demo) return `${lines}  The product is busy: its sign-in page shows the demo accounts.\n\n`
  const { accounts, password } = demo
  if (accounts.length === 0) return lines
  const people = accounts.map(
    ({ email, role, company }) =>
      [email, [role.replaceAll('_', ' '), ...(company === null ? [] : [company])].join(', ')] as const,
  )
  return `${lines}  Demo accounts, password ${password}\n${rowsOf(people)}\n`
}
