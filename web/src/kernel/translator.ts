import { cloneElement, isValidElement, type ReactNode } from 'react'
import formatMessage from 'use-intl/format-message'

/**
 * Texts from a module's messages: use-intl's formatter without its error classes and options, which no page
 * uses, to save size. The types are use-intl's own (i18n.tsx).
 */
type Messages = Readonly<Record<string, unknown>>
type Values = Readonly<Record<string, unknown>>
type Options = Parameters<typeof formatMessage>[3]

/** Intl objects are slow to create, so each language and set of options has one. */
const memo = <T>(make: (locale: string, options: object | undefined) => T) => {
  const made = new Map<string, T>()
  return (locale: string, options?: object): T => {
    const name = `${locale} ${JSON.stringify(options ?? {})}`
    const known = made.get(name) ?? make(locale, options)
    made.set(name, known)
    return known
  }
}

const shared = {
  cache: {
    message: {},
    dateTime: {},
    number: {},
    pluralRules: {},
    relativeTime: {},
    list: {},
    displayNames: {},
  },
  formatters: {
    getNumberFormat: memo((locale, options) => new Intl.NumberFormat(locale, options)),
    getPluralRules: memo((locale, options) => new Intl.PluralRules(locale, options)),
    getDateTimeFormat: memo((locale, options) => new Intl.DateTimeFormat(locale, options)),
  },
} as unknown as Pick<Options, 'cache' | 'formatters'>

const messageAt = (messages: Messages, key: string): unknown =>
  key.split('.').reduce<unknown>((at, part) => (at as Messages | undefined)?.[part], messages)

/** Adds a key to elements that a tag creates, because React needs one in a list. */
const keyed = (name: string, tag: (chunks: ReactNode) => ReactNode) => {
  let count = 0
  return (chunks: ReactNode) => {
    const made = tag(chunks)
    return isValidElement(made) ? cloneElement(made, { key: `${name}${count++}` }) : made
  }
}

const withKeys = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? keyed(name, value as (chunks: ReactNode) => ReactNode) : value,
    ]),
  )

/**
 * The translator of one module's messages: `t(key, values)`, `t.rich(key, values)`, `t.markup(key, values)`,
 * `t.has(key)`.
 */
export const translatorOf = ({ locale, messages }: { locale: string; messages: Messages }) => {
  const rich = (key: string, values?: Values): ReactNode => {
    const message = messageAt(messages, key)
    if (message === undefined) {
      console.error(`No text ${key}`)
      return key
    }
    const passed = values === undefined ? undefined : withKeys(values)
    return formatMessage(key, message as never, passed as never, { ...shared, locale })
  }
  const text = (key: string, values?: Values): string => rich(key, values) as string
  return Object.assign(text, {
    rich,
    markup: text,
    has: (key: string) => messageAt(messages, key) !== undefined,
  })
}
