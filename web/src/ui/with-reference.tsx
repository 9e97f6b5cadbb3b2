/** An e-mail address that breaks before its host when the line is too short. */
export const EmailText = ({ children }: { children: string }) => {
  const [name = '', host = ''] = children.split(/(?<=@)/)
  return (
    <span className="wrap-anywhere">
      {name}
      <wbr />
      {host}
    </span>
  )
}

/**
 * A text that contains a reference. The reference never breaks at its hyphen, because people compare it as
 * one word.
 */
export const WithReference = ({ text, reference }: { text: string; reference: string | undefined }) => {
  const at = reference ? text.indexOf(reference) : -1
  if (at < 0 || !reference) return text
  return (
    <>
      {text.slice(0, at)}
      <span className="whitespace-nowrap">{reference}</span>
      {text.slice(at + reference.length)}
    </>
  )
}
