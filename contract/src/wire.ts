import { z } from 'zod'

/**
 * Codecs between the wire and domain values. `z.input` of a codec is what travels (a string), `z.output` is what
 * handlers use. Inputs are decoded on the server, outputs are encoded there (api: money, time).
 */

/** An instant: RFC 3339 UTC with milliseconds and Z on the wire, `Date` in code. */
export const Instant = z
  .codec(z.iso.datetime({ precision: 3 }), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({ description: 'Instant, RFC 3339 UTC with milliseconds' })

/** A calendar date, YYYY-MM-DD, a string on both sides. */
export const CalendarDate = z.iso.date()

export const Id = z.uuid()

/** Text typed by a person: NFC, trimmed, no control characters (api). */
export const typedText = (bounds: { min?: number; max: number }) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .min(bounds.min ?? 1)
    .max(bounds.max)
    .refine((text) => !/\p{Cc}/u.test(text), { error: 'control_characters' })

/** An optional text field: the empty string means absent (api). */
export const optionalText = (bounds: { max: number }) =>
  typedText({ min: 0, max: bounds.max })
    .nullable()
    .default(null)
    .transform((text) => (text === '' ? null : text))
