type Read = <T>(who: string, path: string) => Promise<T>
type Items<T> = { readonly items: readonly T[] }
type Change = { readonly before: string; readonly after: string }
type Item = { readonly id: string }

const arrow = ({ before, after }: Change) => `${before} → ${after}`

/** The figures of the worked examples, as the screens of the demo's administrators and cardholders read them. */
export const readWorkedExamples = async (read: Read) => {
  const list = async <T>(who: string, path: string) => (await read<Items<T>>(who, path)).items
  const { items: companies } = await read<Items<Item & { name: string }>>('marta', '/companies?limit=100')
  const idOf = (name: string) => companies.find((company) => company.name === name)?.id ?? ''

  const settlementsOf = async (who: string, name: string, wallet: string) => {
    type Row = Item & { matured: string; manual: string; paid: string | null }
    const rows = await list<Row>(who, `/settlements?ownerId=${idOf(name)}&wallet=${wallet}&sort=periodEnd`)
    return Promise.all(
      rows.map(async ({ id, matured, manual, paid }) => {
        type Detail = { figures: Record<string, string> & { available: Change; pending: Change } }
        const { figures } = await read<Detail>(who, `/settlements/${id}`)
        const shares = await list<{ amount: string }>(who, `/settlements/shares?settlementId=${id}`)
        return {
          shares: shares.map(({ amount }) => amount),
          matured,
          manual,
          paid,
          reversed: figures['reversed'],
          owed: arrow({ before: figures['owedBefore'] ?? '', after: figures['owedAfter'] ?? '' }),
          allowance: figures['allowance'],
          available: arrow(figures.available),
          pending: arrow(figures.pending),
        }
      }),
    )
  }
  const linesOf = async (who: string, name: string, wallet: string) => {
    type Line = { kind: string; available: Change; pending: Change; reserved: Change }
    const lines = await list<Line>(who, `/wallets/lines?ownerId=${idOf(name)}&wallet=${wallet}&sort=line`)
    return lines.map(({ kind, available, reserved }) => [kind, arrow(available), arrow(reserved)] as const)
  }
  const topUps = async () => {
    type Row = Item & { companyName: string; wallet: string; gross: string; fee: string; net: string }
    const rows = await list<Row & { status: string; kind: string }>('marta', '/top-ups?sort=acceptedAt')
    return Promise.all(
      rows.map(async ({ id, companyName, wallet, gross, fee, net, kind }) => {
        const { shares } = await read<{ shares: { amount: string }[] }>('marta', `/top-ups/${id}`)
        const levels = shares.map(({ amount }) => amount).join(' + ')
        return `${[companyName, wallet, kind, gross, fee, net].join(' ')}: ${levels}`
      }),
    )
  }
  const transfers = async () => {
    type Row = Item &
      Record<'kind' | 'senderName' | 'receiverName' | 'total' | 'fee' | 'net' | 'status', string>
    const rows = await list<Row>('marta', '/transfers?sort=madeAt')
    return rows.map(({ kind, senderName, receiverName, total, fee, net, status }) =>
      [kind, senderName, receiverName, total, fee, net, status].join(' '),
    )
  }
  const withdrawals = async () => {
    type Row = Item & { ownerName: string; amount: string; fee: string; net: string; status: string }
    const rows = await list<Row>('marta', '/withdrawals?sort=createdAt')
    return Promise.all(
      rows.map(async ({ id, ownerName, amount, fee, net, status }) => {
        const { coins } = await read<{ coins: string | null }>('marta', `/withdrawals/${id}`)
        return [ownerName, amount, fee, net, coins, status].join(' ')
      }),
    )
  }
  const cardOf = async (who: string) => {
    type Row = { available: string; floating: string }
    const [card] = await list<Row>(who, '/cards')
    return `${card?.available} ${card?.floating}`
  }
  /** What waits in the regular wallet, and is available in the immediate one. */
  const sharesOf = async (name: string, who: string) => {
    type Row = { available: string; pending: string }
    const { wallets } = await read<{ wallets: [Row, Row] }>(who, `/wallets/${idOf(name)}`)
    return `${wallets[0].pending} ${wallets[1].available}`
  }
  const balancesOf = async (who: string) => {
    const { wallets } = await read<{ wallets: { available: string }[] }>(who, '/wallet/balances')
    return wallets.map(({ available }) => available).join(' ')
  }
  return {
    settlementsOfAndes: await settlementsOf('rafael', 'Andes', 'regular'),
    settlementsOfPuertoAzul: await settlementsOf('marta', 'Puerto Azul', 'regular'),
    andes: await linesOf('rafael', 'Andes', 'regular'),
    andesImmediate: await linesOf('rafael', 'Andes', 'immediate'),
    lima: await linesOf('paula', 'Lima', 'immediate'),
    topUps: await topUps(),
    transfers: await transfers(),
    withdrawals: await withdrawals(),
    cards: await Promise.all(['bruno', 'elisa', 'hugo', 'nadia', 'tomas'].map(cardOf)),
    eva: await balancesOf('eva'),
    ana: await balancesOf('ana'),
    miraflores: await sharesOf('Miraflores', 'paula'),
    norte: await sharesOf('Norte', 'norma'),
  }
}
