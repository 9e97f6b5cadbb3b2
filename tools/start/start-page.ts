import type { RunningProduct } from './start-product.ts'

type DemoAccount = { readonly email: string; readonly name: string; readonly role: string }

/** Demo people who can sign in with one press; empty where the sandbox is off or the demo was removed. */
const readDemo = async (port: number): Promise<{ accounts: readonly DemoAccount[]; password: string }> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/config`)
  const { data } = (await response.json()) as {
    data: { demoAccounts: readonly DemoAccount[]; demoPassword: string | null }
  }
  return { accounts: data.demoAccounts, password: data.demoPassword ?? '' }
}

const rowsOf = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(15, ...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `  ${label.padEnd(width)} ${value}\n`).join('')
}

const placesOf = (product: RunningProduct): (readonly [string, string])[] => {
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

/** The text that a start prints when everything runs: addresses, data and who can sign in. */
export const describeStart = async (product: RunningProduct): Promise<string> => {
  const { accounts, password } = await readDemo(product.ports.product)
  const places = `\n${rowsOf(placesOf(product))}\n`
  if (accounts.length === 0) return places
  const people = accounts.map(({ email, role }) => [email, role.replaceAll('_', ' ')] as const)
  return `${places}  Demo accounts, password ${password}\n${rowsOf(people)}\n`
}
