import { z } from 'zod'
import { isTimeZone } from './dates.ts'

/**
 * Codecs between the wire and domain values. `z.input` of a codec is what travels (a string), `z.output` is what
 * handlers use. Inputs are decoded on the server, outputs are encoded there (api §7).
 */

const twoDigits = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
const earliest = Date.UTC(1000, 0)
const latest = Date.UTC(9999, 11, 31)

/** What `toISOString` gives, in a quarter of its time: a page of a list holds a hundred instants. */
export const instantText = (instant: Date): string => {
  const ms = instant.getTime()
  if (!(ms >= earliest && ms <= latest)) return instant.toISOString()
  const [month, day] = [twoDigits[instant.getUTCMonth() + 1], twoDigits[instant.getUTCDate()]]
  const [hour, minute] = [twoDigits[instant.getUTCHours()], twoDigits[instant.getUTCMinutes()]]
  const rest = String(instant.getUTCMilliseconds()).padStart(3, '0')
  const second = twoDigits[instant.getUTCSeconds()]
  return `${instant.getUTCFullYear()}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`
}

/** An instant: RFC 3339 UTC with milliseconds and Z on the wire, `Date` in code. */
export const Instant = z
  .codec(z.iso.datetime({ precision: 3 }), z.date(), {
    decode: (text) => new Date(text),
    encode: instantText,
  })
  .meta({ description: 'Instant, RFC 3339 UTC with milliseconds' })

/** A calendar date, YYYY-MM-DD, a string on both sides. */
export const CalendarDate = z.iso.date()

/** Of first and last day, each of which may be left out: whether the span ends no earlier than it begins. */
export const isSpan = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to
/** What a turned span is refused with. */
export const spanError = { error: 'span_turned', path: ['to'] }

/** IANA name of a time zone that dates can be read in. */
export const TimeZone = z.string().max(60).refine(isTimeZone, { error: 'invalid' })

export const Id = z.uuid()

/** What belongs to an emoji or to a Han letter, and is nothing for itself: joiners, variation selectors, flags' tags. */
const joining =
  /(?<=[\p{ExtPict}\p{EMod}\u{fe0f}])\u{200d}(?=\p{ExtPict})|(?<=\p{Emoji})[\u{fe0e}\u{fe0f}]|(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]|(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]{2,7}\u{e007f}/gu
/** Characters that nobody sees: they turn the reading order round, or make two different texts look the same. */
const hidden = /[\p{Cf}\p{DI}\u{2028}\u{2029}\u{2800}]/u
const hiddenSigns = new RegExp(hidden, 'gu')

/**
 * Text typed by a person on one line: NFC, trimmed, no control characters (api §1) and none that cannot be seen. `empty` is
 * the code of what is too short.
 */
export const typedText = (bounds: { min?: number; max: number; empty?: string }) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .min(bounds.min ?? 1, bounds.empty)
    .max(bounds.max)
    .refine((text) => !/\p{Cc}/u.test(text), { error: 'control_characters' })
    .refine((text) => !hidden.test(text.replaceAll(joining, '')), { error: 'hidden_characters' })

/** Text of others on one line, without what nobody can see in it: NFC, trimmed, blanks for control characters. */
export const visibleText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(hiddenSigns, '')
    .trim()

/** Words to search for. What cannot be seen comes along when text is copied, and is left out. */
export const searchText = z.string().overwrite(visibleText).max(100)

/** An optional text field: the empty string means absent (api §1). */
export const optionalText = (bounds: { max: number }) =>
  typedText({ min: 0, max: bounds.max })
    .nullable()
    .default(null)
    .transform((text) => (text === '' ? null : text))

/** Token of a link in a mail; what is no token of ours is told `link_expired`. */
export const LinkToken = z.object({ token: z.string().max(200) })

/** A one-time address: the browser of the session that asked fetches it once, within a minute. */
export const DownloadAddress = z.object({ url: z.string(), expiresAt: Instant })
