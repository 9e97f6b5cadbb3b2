/** An e-mail that breaks before its host when it is too long for its line. */
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

/** A text with a reference in it, which is read and compared as one word: its hyphen is no place to break a line. */
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
