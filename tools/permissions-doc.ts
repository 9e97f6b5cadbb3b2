import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { permissionTags } from '../contract/src/permission-tags.ts'
import { isAdminArea, roleNames, superRole, type RoleId } from '../contract/src/roles.ts'

const roleIds = Object.keys(roleNames).map(Number) as RoleId[]

/** What each role sees. The tests of scopes check the server against it. */
const dataScopes: Readonly<Record<RoleId, string>> = {
  1: 'all companies that are visible to administrators',
  2: 'their own',
  3: 'as role 1, read-only',
  4: 'all companies',
  5: 'their company and its subtree',
  6: 'all companies',
  7: 'their own',
  8: 'their own',
  9: 'what was granted',
  10: 'companies that a role 11 listed for them',
  11: 'all companies',
}

type Tag = {
  readonly tag: string
  readonly stepUp: string
  readonly fourEyes: boolean
  readonly byDefault: readonly number[]
  readonly grantable: readonly number[]
}

const mark = ({ byDefault, grantable }: Tag, role: RoleId): string => {
  if (role === superRole || byDefault.includes(role)) return '●'
  return grantable.includes(role) ? '○' : '·'
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly (string | number)[], rows: readonly (readonly (string | number)[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const roleTable = () =>
  table(
    ['id', 'role', 'area', 'data scope'],
    roleIds.map((id) => [
      id,
      roleNames[id].replaceAll('_', ' '),
      isAdminArea(id) ? 'admin' : 'cardholder',
      dataScopes[id],
    ]),
  )

const tagTable = () => {
  const roles = roleIds.filter((id) => id !== 2)
  return table(
    ['tag', 'step-up', 'two people', ...roles],
    (permissionTags as readonly Tag[]).map((each) => [
      `\`${each.tag}\``,
      each.stepUp,
      each.fourEyes ? 'yes' : '',
      ...roles.map((role) => mark(each, role)),
    ]),
  )
}

/** Writes docs/permissions.md, the page of roles and permission tags, from the contract. */
export const renderPermissions = (): string => `# Roles, permission tags, step-up

Written by \`node tools/permissions-doc.ts\` from \`contract/src/roles.ts\` and \`contract/src/permission-tags.ts\`: change those,
not this page.

## 1. Roles

Role ${superRole} passes every check; step-up applies to it too. Any other role passes a check when its list has the tag. The list
is the role's defaults and grants, less what the company's tier has switched off. Things of one's own (profile, cards, loads,
security) need ownership, not a tag.

${roleTable()}

## 2. Step-up levels

| level | what it asks for |
| --- | --- |
| S0 | nothing |
| S1 | any second factor within the last 15 minutes |
| S2 | a passkey, else a security key or TOTP, bound to this operation and object; 60 seconds |
| S3 | a passkey, then a one-time code, then the password; at most 5 minutes |

Whoever has a passkey is asked for it where one is wanted. A call may let people without any factor pass, or ask them for the
password instead; it says so in the contract.

## 3. Second factors and recovery

- The first factor may be added within 10 minutes of a login with the password, or after the link in a mail. It counts at once.
  A further factor counts for S2 and S3 after 24 hours, in the sandbox at once.
- Recovery of lost factors: a link in a mail, a selfie check, and a day of waiting in which every address is told. A second
  link in the same mails stops it. Removing somebody's last factor takes a second person.
- The first administrators (role 6) are made on the server: one makes the other, the second confirms
  ([operations.md](operations.md)).
- After a change of factor, e-mail or password, withdrawals of that account wait 24 hours.

## 4. Tags

● has it by default, ○ may be granted it, · never. *Two people*: one requests, another confirms. Cardholders (role 2) hold none.

${tagTable()}
`

/** The path of the page. */
export const permissionsPage = join(import.meta.dirname, '../docs/permissions.md')

if (import.meta.main) {
  writeFileSync(permissionsPage, renderPermissions())
  console.log('docs/permissions.md is written')
}
