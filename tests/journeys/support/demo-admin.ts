import { openCalls } from './product-calls.ts'
import type { Person } from './people.ts'

/** Sofía, the demo administrator with all permissions. */
export const demoAdmin = async (): Promise<Person> => {
  const calls = await openCalls()
  const [email, password] = ['sofia@demo.cardamom.example', 'cardamom-demo']
  calls.setToken((await calls.post<{ token: string }>('/sessions', { login: email, password })).token)
  return { email, password, firstName: 'Sofía', lastName: 'Montes', calls }
}
