import type { RunningProduct } from './start-product.ts'

/** What the start prints once everything runs: where things are and who can sign in. */
export const describeStart = async (
  product: RunningProduct,
  _say: (line: string) => void,
): Promise<string> => {
  const rows: [string, string][] = [['Open', product.url]]
  if (product.services['mail'])
    rows.push(
      ['Mailbox', product.services['mail'].baseUrl],
      ['Phone', `${product.services['mail'].baseUrl}/phone`],
    )
  if (product.services['issuer']) rows.push(['Shop', `${product.services['issuer'].baseUrl}/shop`])
  if (product.services['chain']) rows.push(['Demo wallet', product.services['chain'].baseUrl])
  rows.push(['Data', product.dataDir])
  if (!product.databaseDir.startsWith(product.dataDir)) rows.push(['Database files', product.databaseDir])
  const lines = rows.map(([label, value]) => `  ${label.padEnd(15)} ${value}`)
  return `\n${lines.join('\n')}\n\n`
}
