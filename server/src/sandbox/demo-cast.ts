import { roleNames, type RoleId } from '@cardamom/contract/roles'

/** The password of all demo accounts. It exists in sandbox mode only, and only on loopback. */
export const demoPassword = 'cardamom-demo'

export type DemoCompany = {
  readonly slug: string
  readonly name: string
  readonly parent: string | null
  readonly brandHex: string | null
  readonly timeZone: string
  /** A company without a logo shows its initial. */
  readonly logoUrl?: string
}

/** The logo of Puerto Azul: two waves, 96 × 96. */
const waveLogo = [
  'data:image/png;base64,',
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgBAMAAAAQtmoLAAAAMFBMVEUAaLj///+YwuN1rtn1+f03icfk7/i31OtHk8wUdL7E',
  '3O8DarkqgcRiotRLlc5Ums8gr2yEAAAACXBIWXMAAAsTAAALEwEAmpwYAAABRUlEQVRYw2NgGAWjYBSMAvoBnkvqRboHiFcf',
  'lCgIBGKqxKrvEoSCFcSpPy4IBzXEqGd2RGgQtCasnnMhknpBqQkENRwTRAGphNRzOKJqEGkgoKFFEA34EWdB0r23akRZEQKN',
  'gA0MDNzQ6HDFmyTAUSyYD+F9A3PE0JNIsCmCPQ2sRBwalpyFYG4mqvrpgoKVcA5EhTaMuwkSFxuQ1XMD40kcxmEFKxBGyBqC',
  'BRSQNTCBRAJgqQIsb4CUTNBNgJphgCyPKY1phAGykzAdgOnIACRPY3oRMxjEsQcZUQGNHCnERyVFiYX05Ehcgkcul4jJUqjl',
  'ElqmzSFYLhEsFjDKpc1IjhLBLHiwSOMt2rA6AF/hid2LuItnXIGIswIYLZdGy6XRcomqVT3JjQnSmyskN4hIb3KR3qgjvdlI',
  'esN0FIyCUYAXAAAq/JsZFWUhbgAAAABJRU5ErkJggg==',
].join('')

/** The chain Norte, Andes, Lima, Miraflores of the tiers 1 to 4 (domain §4 and §5), and a third brand. */
export const demoCompanies: readonly DemoCompany[] = [
  { slug: 'norte', name: 'Norte', parent: null, brandHex: '#0f6e8c', timeZone: 'America/Lima' },
  { slug: 'andes', name: 'Andes', parent: 'norte', brandHex: '#6b3fd1', timeZone: 'America/Lima' },
  { slug: 'lima', name: 'Lima', parent: 'andes', brandHex: null, timeZone: 'America/Lima' },
  { slug: 'miraflores', name: 'Miraflores', parent: 'lima', brandHex: '#b4552d', timeZone: 'America/Lima' },
  {
    slug: 'puerto-azul',
    name: 'Puerto Azul',
    parent: null,
    brandHex: '#0068b8',
    timeZone: 'America/Mexico_City',
    logoUrl: waveLogo,
  },
]

export type DemoPerson = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly roleId: RoleId
  /** Slug; null: House. */
  readonly company: string | null
  /** Code that the person registers with. */
  readonly code: string | null
  /** Person whose referral code they register with, where they have no seller code. */
  readonly referredBy?: string
  /** Code that the person owns as a seller. */
  readonly owns?: { readonly code: string; readonly recruitedBy: string | null }
}

const staff = (
  roleId: RoleId,
  name: string,
  lastName: string,
  company: string | null = null,
): DemoPerson => ({
  email: `${name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()}@demo.cardamom.example`,
  firstName: name,
  lastName,
  roleId,
  company,
  code: null,
})

/** People of each role, and an administrator of each tier, in the order of their creation: sellers before the people with their codes. */
export const demoPeople: readonly DemoPerson[] = [
  staff(6, 'Sofía', 'Montes'),
  staff(1, 'Marta', 'Solís'),
  staff(3, 'Víctor', 'Duarte'),
  staff(4, 'Inés', 'Vidal'),
  staff(5, 'Norma', 'Salas', 'norte'),
  staff(5, 'Rafael', 'Ortiz', 'andes'),
  staff(5, 'Paula', 'Ibarra', 'lima'),
  staff(9, 'Carla', 'Nieto', 'norte'),
  staff(10, 'Pablo', 'Rey'),
  staff(11, 'Teresa', 'Lago'),
  { ...staff(7, 'Ana', 'Paz', 'lima'), owns: { code: 'LIMA-ANA', recruitedBy: null } },
  {
    ...staff(8, 'Eva', 'Luna', 'lima'),
    owns: { code: 'LIMA-EVA', recruitedBy: 'ana@demo.cardamom.example' },
  },
  { ...staff(2, 'Lucía', 'Ferrer', 'lima'), code: 'LIMA-EVA' },
  staff(2, 'Mateo', 'Quispe'),
  { ...staff(2, 'Valeria', 'Campos'), referredBy: 'mateo@demo.cardamom.example' },
  staff(2, 'Diego', 'Salazar', 'puerto-azul'),
  { ...staff(2, 'Camila', 'Rojas', 'lima'), code: 'LIMA-EVA' },
  // The cards of the worked examples. They have no other money, so their balances stay those of the examples.
  { ...staff(2, 'Bruno', 'Acosta', 'lima'), code: 'LIMA-EVA' },
  { ...staff(2, 'Elisa', 'Vega', 'lima'), code: 'LIMA-EVA' },
  { ...staff(2, 'Hugo', 'Medina', 'lima'), code: 'LIMA-EVA' },
  { ...staff(2, 'Nadia', 'Flores', 'lima'), code: 'LIMA-EVA' },
  staff(2, 'Tomás', 'Prado', 'miraflores'),
  staff(5, 'Olga', 'Ríos', 'miraflores'),
]

/** The people as the login page shows them. */
export const demoAccounts = demoPeople.map(({ email, firstName, lastName, roleId, company }) => ({
  email,
  name: `${firstName} ${lastName}`,
  role: roleNames[roleId],
  company: demoCompanies.find(({ slug }) => slug === company)?.name ?? null,
}))
