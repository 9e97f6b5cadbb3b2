import { createServer } from 'node:net'
import { StartRefused } from '../../server/src/kernel/migrate.ts'

const highestBase = 65_535 - 100

const wayOut = 'set PORT to another number (all ports change with it)'

/**
 * Ports that browsers and fetch refuse, because they belong to other protocols (Fetch standard, "bad port").
 */
export const closedToFetch: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
])

/** Returns the value of `PORT`; throws StartRefused when the product cannot use it. */
export const readBasePort = (text: string | undefined): number => {
  const base = Number(text || 4000)
  if (!Number.isInteger(base) || base < 1 || base > highestBase)
    throw new StartRefused(`PORT must be a number from 1 to ${highestBase}, not ${text}.`)
  const { smtp: _smtp, postgres: _postgres, ...spokenByFetch } = portsFrom(base)
  for (const [part, port] of Object.entries(spokenByFetch)) {
    if (closedToFetch.has(port))
      throw new StartRefused(`Browsers refuse port ${port} (${part}, with PORT=${base}): ${wayOut}.`)
  }
  return base
}

/** Every port of the product, from `PORT` upwards (architecture §1). */
export const portsFrom = (base: number) => ({
  product: base,
  /** The server's own port during development, when Vite has the product's port. */
  developed: base + 1,
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
  signer: base + 100,
})

export type Ports = ReturnType<typeof portsFrom>

/**
 * The ports that must be free before the start. The database ends its own orphaned process first and reports
 * its port itself.
 */
export const usedPorts = (ports: Ports): number[] => {
  return Object.values(ports).filter((port) => port !== ports.postgres)
}

/** The system's error code for listening there; null when the port is free. */
const objection = (port: number, host: string): Promise<string | null> =>
  new Promise((answer) => {
    const probe = createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) => answer(code ?? 'unknown'))
    probe.listen(port, host, () => probe.close(() => answer(null)))
  })

/** Throws StartRefused with the first port that is in use on one of the loopback addresses. */
export const refuseUsedPorts = async (ports: readonly number[]): Promise<void> => {
  for (const port of ports) {
    const objections = [await objection(port, '127.0.0.1'), await objection(port, '::1')]
    if (objections.includes('EADDRINUSE'))
      throw new StartRefused(`Port ${port} is in use: stop the program that uses it, or ${wayOut}.`)
    if (objections.includes('EACCES'))
      throw new StartRefused(`Port ${port} is not open to this user: ${wayOut}.`)
  }
}
