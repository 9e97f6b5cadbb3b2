import { createServer } from 'node:net'
import { StartRefused } from '../../server/src/kernel/migrate.ts'

/** Every port of the product, from `PORT` upwards (architecture §1). */
export const portsFrom = (base: number) => ({
  product: base,
  auth: base + 10,
  kyc: base + 20,
  issuer: base + 30,
  chain: base + 40,
  anvil: base + 41,
  mail: base + 50,
  smtp: base + 51,
  profiler: base + 60,
  screening: base + 70,
  metrics: base + 80,
  postgres: base + 90,
})

export type Ports = ReturnType<typeof portsFrom>

const isFree = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const probe = createServer()
    probe.once('error', () => answer(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })

/** Throws StartRefused that names the first port that somebody else has. */
export const refuseTakenPorts = async (ports: readonly number[]): Promise<void> => {
  for (const port of ports) {
    if (!(await isFree(port))) {
      throw new StartRefused(
        `Port ${port} is taken: end what uses it, or set PORT to another number (all ports move with it).`,
      )
    }
  }
}
