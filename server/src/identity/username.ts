const shortest = 3
const longest = 30
const digitsOf = (bytes: Buffer) => String(bytes.readUInt32BE(0) % 10_000).padStart(4, '0')

/**
 * A username from an e-mail (api §1): the part before the @, in `[a-z0-9._-]`, 3–30 characters.
 * @example usernameFrom('Lucía.Paz+cards@example.com') // 'luca.paz-cards'
 */
export const usernameFrom = (email: string): string => {
  const local = (email.split('@')[0] ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
    .slice(0, longest)
  return local.length >= shortest ? local : `${local}user`.slice(0, longest)
}

/** The next name to try when a name is in use: the same with four digits at its end. */
export const usernameVariant = (username: string, random: Buffer): string =>
  `${username.slice(0, longest - 5)}-${digitsOf(random)}`

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A referral code: 8 Crockford characters, permanent (domain §1). @param random at least 8 bytes */
export const referralCodeFrom = (random: Buffer): string =>
  Array.from(random.subarray(0, 8), (byte) => crockford[byte & 31]).join('')

/** Whether a text has the form of a referral code. A seller code has another form. */
export const isReferralCodeForm = (code: string): boolean => /^[0-9A-HJKMNP-TV-Z]{8}$/.test(code)
