const chunk = 4
const isAtEdge = (place: number, count: number) => place < 2 || place >= count - 2

/**
 * An address in groups. The first and the last group have the brand's colour, because people compare them.
 */
export const AddressText = ({ address }: { address: string }) => {
  const groups = address.match(new RegExp(`.{1,${chunk}}`, 'g')) ?? []
  return (
    <p className="num text-sm leading-[1.85] tracking-[0.025em]" translate="no">
      {groups.map((group, place) => (
        <span
          key={place}
          className={isAtEdge(place, groups.length) ? 'font-semibold text-brand-text' : undefined}
        >
          {group}{' '}
        </span>
      ))}
    </p>
  )
}
