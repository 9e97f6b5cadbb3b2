let common: Promise<ReadonlySet<string>> | null = null

/**
 * The list has half a megabyte and only few processes need it, so it is read when the first password is
 * chosen.
 */
const readCommon = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set<string>(dictionary['passwords-common'])
}

/** Whether a password is among the 49,000 that leaked most often. Attackers try those first (security §3). */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= readCommon()
  return (await common).has(password.toLowerCase())
}
