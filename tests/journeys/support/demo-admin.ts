import { openCalls } from './product-calls.ts'
import type { Person } from './people.ts'

const administrators = {
  sofia: { firstName: 'Sofía', lastName: 'Montes' },
  ines: { firstName: 'Inés', lastName: 'Vidal' },
  norma: { firstName: 'Norma', lastName: 'Salas' },
  paula: { firstName: 'Paula', lastName: 'Ibarra' },
  olga: { firstName: 'Olga', lastName: 'Ríos' },
  rafael: { firstName: 'Rafael', lastName: 'Ortiz' },
  eva: { firstName: 'Eva', lastName: 'Luna' },
  ana: { firstName: 'Ana', lastName: 'Paz' },
} as const

/**
 * A person of the demo: Sofía has all permissions, Inés is a depositor admin, Norma, Rafael and Paula are the admins of the
 * companies Norte, Andes and Lima, each below the one before, Olga that of Miraflores (tier 4), Eva a seller two of Lima,
 * and Ana the seller one who recruited her.
 */
export const demoAdmin = async (name: keyof typeof administrators = 'sofia'): Promise<Person> => {
  const calls = await openCalls()
  const [email, password] = [`${name}@demo.cardamom.example`, 'cardamom-demo']
  calls.setToken((await calls.post<{ token: string }>('/sessions', { login: email, password })).token)
  return { ...administrators[name], email, password, calls }
}
