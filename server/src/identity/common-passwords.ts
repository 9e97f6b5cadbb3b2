let common: Promise<ReadonlySet<string>> | null = null

/** The list is half a megabyte that few processes of a kind need: it is read with the first password that is chosen. */
const readCommon = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set<string>(dictionary['passwords-common'])
}

/** Whether a password is among the 49,000 that leaked most often: those are tried first (security §3). */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= readCommon()
  return (await common).has(password.toLowerCase())
}
