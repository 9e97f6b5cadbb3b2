/** A fault of the SMTP side, set on the control plane: see README. */
export const smtpFaultKinds = ['temporary', 'reject', 'drop_after_data', 'drop_before_data', 'delay'] as const
type SmtpFaultKind = (typeof smtpFaultKinds)[number]
export type SmtpStage = 'rcpt' | 'data'

export type SmtpFault = {
  readonly id: string
  readonly kind: SmtpFaultKind
  /** Only mail to this address. */
  readonly to?: string
  readonly stage?: SmtpStage
  times?: number
  /** delay: milliseconds. */
  readonly value?: number
}

export type SmtpFaults = {
  readonly add: (fault: Omit<SmtpFault, 'id'>) => SmtpFault
  readonly list: () => readonly SmtpFault[]
  readonly clear: (id?: string) => void
  /** Returns the first matching fault of these kinds and counts one use, or null. */
  readonly strike: (
    kinds: readonly SmtpFaultKind[],
    subject: { stage: SmtpStage; to: readonly string[] },
  ) => SmtpFault | null
}

export const createSmtpFaults = (): SmtpFaults => {
  let active: SmtpFault[] = []
  let counter = 0
  return {
    add: (wanted) => {
      const fault: SmtpFault = { id: String((counter += 1)), ...wanted }
      active.push(fault)
      return fault
    },
    list: () => active,
    clear: (id) => {
      active = id === undefined ? [] : active.filter((fault) => fault.id !== id)
    },
    strike: (kinds, { stage, to }) => {
      const addresses = to.map((each) => each.toLowerCase())
      const fault = active.find(
        (each) =>
          kinds.includes(each.kind) &&
          (each.stage ?? 'data') === stage &&
          (each.to === undefined || addresses.includes(each.to.toLowerCase())),
      )
      if (!fault) return null
      if (fault.times !== undefined && (fault.times -= 1) <= 0)
        active = active.filter((each) => each !== fault)
      return fault
    },
  }
}
