export type QrProps = {
  /** What a camera reads: an address, a payment link, an otpauth link. */
  text: string
  /** For readers: "the payment address". */
  what: string
}
