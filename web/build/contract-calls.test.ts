import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kycStatuses } from '@cardamom/contract/kyc'
import { listKycCases } from '@cardamom/contract/kyc/kyc-cases'
import { contractCalls, lightOf, sent } from './contract-calls.ts'

type Handler = (code: string) => { code: string } | null
const { transform } = contractCalls()
const handler = (transform as unknown as { handler: Handler }).handler
const split = (code: string) => handler(code)?.code ?? code

describe('imports of the contract in a page', () => {
  it('contain a call in its light form, a constant too, and the rest from the contract itself', () => {
    const code = split(
      "import { getCompanyBranding, kycFlows as flows, CompanyBranding } from '@cardamom/contract/companies';",
    )
    expect(code).toContain(
      'import { getCompanyBranding as getCompanyBranding } from "@cardamom/contract/companies?call=getCompanyBranding";' +
        'import { kycFlows as flows } from "@cardamom/contract/companies?call=kycFlows";',
    )
    expect(code).toContain(
      'import { CompanyBranding as CompanyBranding } from "@cardamom/contract/companies";',
    )
  })
  it('contain a declared list in its light form too, and a table of data', () => {
    const lists = split("import { listNotifications } from '@cardamom/contract/notifications'")
    expect(lists).toContain('@cardamom/contract/notifications?call=listNotifications')
    const tables = split("import { codeRefusals } from '@cardamom/contract/sellers'")
    expect(tables).toContain('@cardamom/contract/sellers?call=codeRefusals')
  })
  it('bring the schemas where they are used', () => {
    const code = split(
      "import { createSession as login } from '@cardamom/contract/access/login'\nform(login.input, a.login.input)",
    )
    expect(code).toContain('import { createSession as login$whole } from "@cardamom/contract/access/login";')
    expect(code).toContain('form(login$whole.input, a.login.input)')
  })
  it('bring no schemas to a page that shows a list', () => {
    const line = "import { listKycCases } from '@cardamom/contract/kyc/kyc-cases'"
    const shown = split(`${line}\n<ListPage list={listKycCases} />`)
    expect(shown).toContain('from "@cardamom/contract/kyc/kyc-cases?call=listKycCases"')
    expect(shown).not.toContain('$whole')
  })
  it('leave all other code alone', () => {
    const code = "import { isAdminArea } from '@cardamom/contract/roles'"
    expect(split(code)).toContain('import { isAdminArea as isAdminArea } from "@cardamom/contract/roles"')
    expect(split("import { x } from './x.ts'")).toBe("import { x } from './x.ts'")
  })
})

describe('the light form of a call', () => {
  it('has what the query of a list accepts, and no schema', () => {
    const light = lightOf(listKycCases)
    expect(light).toMatchObject({ method: 'GET', path: '/kyc-cases' })
    expect(light['queryFields']).toContainEqual({ name: 'status', values: kycStatuses, pattern: null })
    expect(light['tabs']).toMatchObject({ declined: { status: 'declined' } })
    expect(JSON.parse(JSON.stringify(light))).toEqual(light)
  })
  it('has every field that the web reads of a call', () => {
    const root = join(import.meta.dirname, '../src')
    const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    )
    const read = sources.flatMap((text) => [...text.matchAll(/\bendpoint\.(\w+)/g)].map(([, field]) => field))
    expect(read).toContain('rate')
    expect(new Set(read).difference(new Set<string | undefined>(sent))).toEqual(new Set())
  })
})
