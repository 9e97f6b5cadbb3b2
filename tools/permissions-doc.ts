import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { permissionTags } from '../contract/src/permission-tags.ts'
import { isAdminArea, roleNames, superRole, type RoleId } from '../contract/src/roles.ts'

const roleIds = Object.keys(roleNames).map(Number) as RoleId[]

/** The data that each role can see. The tests of scopes check the server against it. */
const dataScopes: Readonly<Record<RoleId, string>> = {
  1: 'all companies that are visible to administrators',
  2: 'their own',
  3: 'as role 1, read-only',
  4: 'all companies',
  5: 'their company and its subtree',
  6: 'all companies',
  7: 'the people whom their codes brought, and the sellers two whom they recruited',
  8: 'the people whom their codes brought',
  9: 'as granted',
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

\`node tools/permissions-doc.ts\` writes this page from \`contract/src/roles.ts\` and \`contract/src/permission-tags.ts\`.
Change those files, not this page.

## 1. Roles

Role ${superRole} passes every check; step-up applies to it too. Any other role passes a check when its list has the tag. The list
has the role's defaults and the tags that were granted to the person, without those that were denied and those that the
tier of their company switches off. \`GET /user/permissions\` returns this list, and the server checks the same one. A person's
own data (profile, cards, loads, security) needs ownership, not a tag.

- A tag can be granted to a role only where section 4 marks it ○. The person who grants or denies must hold the tag.
  The database refuses anything else. Another person approves it, and that is never the person whom it is for. Nobody undoes
  what a role above their own has set.
- A grant counts while its granter holds the tag. It stops at the next request after the granter loses it: by another role,
  a denial, or the end of their own grant. A switched-off module suspends it. A job ends grants that lost their ground.
- A deactivated granter still counts: people do not lose their work when a colleague leaves.
- A module of the setting *tier restrictions* takes away the tags with its name or that begin with it. \`loads.immediate\` has no
  tags; each load checks it.
- A customised admin (9) sees their own company, its subtree, listed companies or all, as it was set for them. A provider sub
  admin (10) sees listed companies. Both see at most what the role of the person who set it sees at that moment.

${roleTable()}

## 2. Step-up levels

| level | required confirmation |
| --- | --- |
| S0 | nothing |
| S1 | any second factor within the last 15 minutes |
| S2 | a passkey, else a security key or TOTP, bound to this operation and object; 60 seconds |
| S3 | a passkey, then a one-time code, then the password; at most 5 minutes |

Where a passkey is required, people who have one must use it. A call may admit people without any factor, or require their
password instead. Its declaration in the contract says so.

## 3. Second factors and recovery

- The first factor may be added within 10 minutes of a login with the password, or after the link in a mail. It counts at once.
  A further factor counts for S2 and S3 after 24 hours, in the sandbox at once.
- Factor recovery needs a link in a mail, a selfie check, and a day of waiting, in which every address of the account is
  told. A second link in the same mails stops it. To remove all factors of a person (\`users.delete_passkey\`), an
  administrator needs a second one.
- The first two administrators (role 6) are created by a command on the server ([operations.md](operations.md)). A role
  6 grants role 6 or 11 to an administrator, and a second role 6 approves it; while there is only one, it waits for the second.
- After a change of factor, e-mail or password, withdrawals of that account wait 24 hours.

## 4. Tags

● the role has it by default, ○ it can be granted, · never. *Two people*: one requests, another confirms. Cardholders (role 2)
have no tags.

${tagTable()}

## 5. Two people

A call with a tag of two people (in the contract \`fourEyes\`, or \`fourEyesWhen\` for a condition such as a limit) does not run
when it is sent. It passes all checks, its handler is tried and rolled back, and the call is stored with a reason, the facts that
the maker confirmed, and what it would change. A call with such a tag that needs only one person says why
(\`onePersonBecause\`).

- **Maker and checker are two people.** The checker holds the \`.approve\` tag of the module where there is one, else the same
  tag, and sees the company. Roles 6 and 11 are granted by a role 6 and checked by another role 6 only (\`checkedBySuper\`). Nobody decides while they act for somebody else.
- **Nobody decides what their own company is paid.** Settlements, adjustments, wires and crypto of a company, or of a person of
  it, are approved, paid, matched or entered neither by its staff nor by that of a company above it, because money that is
  credited below can be transferred up: the operator's staff do it, or a company elsewhere whose tags reach there. Withdrawals,
  which make no money, are approved by others than the company's own staff. This counts for who approves
  or rejects a request too, and for who voids a settlement.
  Nobody decides about their own wallet, also at the operator (\`own_money\`).
- **A request shows no share of another level.** Only its maker and who sees the shares of every level see and decide one about
  a settlement. The pending balance of a wire's wallet is shown to the staff of the company and of the operator.
- **The maker's rights count when it runs.** A maker who lost the tag, the company or the access ends the request as failed. So
  does a call that is refused by then; the request has the refusal.
- **The checker confirms with S2**, or S3 where the call needs S3, and sees what the maker confirmed. Where the object has
  changed since the request, the present values are shown and have to be seen first.
- **A request expires after 72 hours.** Its maker can withdraw it, a checker can reject it with a note. The maker
  gets a notification and a mail of every ending but their own withdrawal. The mail has no text that a person typed. The
  states are in [states.md](states.md#request-of-two-people).
- **While fewer than two people could check it**, the maker waits 24 hours (in the sandbox 0) and may then approve it with S3. It
  is recorded as self-checked. Only a request that was made in that time can be, and nobody else may have become able to check.
- The design is in [decision 0012](decisions/0012-requests-of-two-people.md).

## 6. Notes

- **A note is seen by who may see what it is about:** the reader has \`notes.view\`, the tag of the kind, and the company in
  their scope. \`contract/src/notes.ts\` lists the kinds with their tags, \`server/src/notes/note-entities.ts\` finds their
  objects. A new kind is one entry in each.
- A note on a card type or a plan, which belong to the installation, is in the company of its author.
- **Only the author edits a note.** Whoever holds \`notes.manage\` and sees the object pins and removes it, because a wrong
  remark on a person must not stay until its author is back. The audit has each step, with the text before and after;
  the text of a note on a person is encrypted with that person's key.
- A mentioned person is an administrator of the author's scope who may see the object; another one is refused.
- Notes are the operator's own records. A person's export of their own data does not contain them.
`

/** The path of the page. */
export const permissionsPage = join(import.meta.dirname, '../docs/permissions.md')

if (import.meta.main) {
  writeFileSync(permissionsPage, renderPermissions())
  console.log('docs/permissions.md is written')
}
