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
