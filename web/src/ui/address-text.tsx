const chunk = 4
const isAtEdge = (index: number, count: number) => index < 2 || index >= count - 2

/**
 * An address in groups. The first and the last group have the brand's colour, because people compare them.
 */
export const AddressText = ({ address }: { address: string }) => {
  const groups = address.match(new RegExp(`.{1,${chunk}}`, 'g')) ?? []
  return (
    <p className="num text-sm leading-[1.85] tracking-[0.025em]" translate="no">
      {groups.map((group, index) => (
        <span
          key={index}
          className={isAtEdge(index, groups.length) ? 'font-semibold text-brand-text' : undefined}
        >
          {group}{' '}
        </span>
      ))}
    </p>
  )
}
