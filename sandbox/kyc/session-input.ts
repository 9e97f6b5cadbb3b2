import { Refusal } from './refusal.ts'
import type { NewSession } from './session-flow.ts'
import { contexts, documentTypes, type Context, type DocumentType } from './session-records.ts'

type Fields = Record<string, unknown>

const invalid = (field: string): Refusal =>
  new Refusal(400, '1104', `Request includes invalid parameters: ${field}.`)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (parent: Fields, key: string): Fields => {
  const value = parent[key] ?? {}
  if (!isFields(value)) throw invalid(key)
  return value
}

/** The JSON body's object under this key; 400/1102 when there is none. */
export const bodyPart = (raw: Buffer, key: string): Fields => {
  try {
    const body: unknown = JSON.parse(raw.toString('utf8'))
    if (isFields(body) && isFields(body[key])) return body[key]
  } catch {
    // The refusal below reports it in the protocol's form.
  }
  throw new Refusal(400, '1102', 'Mandatory parameters are missing from the request.')
}

const optionalText = (fields: Fields, key: string, maxLength = 200): string | null => {
  const value = fields[key] ?? null
  if (value === null) return null
  if (typeof value !== 'string' || value.length > maxLength) throw invalid(key)
  return value.trim() === '' ? null : value.trim()
}

const optionalDate = (fields: Fields, key: string): string | null => {
  const value = optionalText(fields, key)
  if (value === null) return null
  const date = new Date(`${value}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== value) {
    throw new Refusal(400, '1203', `Invalid ISO 8601 date: ${key} needs to be YYYY-MM-DD.`)
  }
  return value
}

const localHost = /^(localhost|[\w.-]+\.localhost|127\.0\.0\.1|\[::1\])$/

const callbackOf = (fields: Fields): string | null => {
  const value = optionalText(fields, 'callback', 2000)
  if (value === null) return null
  const url = URL.parse(value)
  const isFine = url?.protocol === 'https:' || (url?.protocol === 'http:' && localHost.test(url.hostname))
  if (!isFine) throw new Refusal(400, '1302', 'Only HTTPS return URLs are allowed (HTTP on localhost).')
  return value
}

const vendorDataOf = (fields: Fields): string | null => {
  const value = fields['vendorData'] ?? null
  if (value === null) return null
  if (typeof value !== 'string') throw new Refusal(400, '1501', 'vendorData must be a string.')
  if (value.length > 1000) {
    throw new Refusal(400, '1500', 'vendorData field cannot be more than 1000 symbols.')
  }
  return value
}

/** A document type in any case, or null; 400/1104 for an unknown one. */
export const documentTypeOf = (value: unknown): DocumentType | null => {
  if (value === null || value === undefined || value === '') return null
  const found = documentTypes.find((type) => typeof value === 'string' && type === value.toUpperCase())
  if (!found) throw invalid('document.type')
  return found
}

/** Two letters, or null; 400/1104 otherwise. */
export const countryOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'string' || !/^[A-Za-z]{2}$/.test(value)) throw invalid('document.country')
  return value.toUpperCase()
}

export const contextOf = (value: unknown): Context => {
  const found = contexts.find((context) => context === value)
  if (!found) throw new Refusal(400, '1402', 'Image context is not supported.')
  return found
}

/** The parts of POST /v1/sessions that the service stores. */
export const readNewSession = (raw: Buffer): NewSession => {
  const fields = bodyPart(raw, 'verification')
  const person = fieldsOf(fields, 'person')
  const document = fieldsOf(fields, 'document')
  return {
    callback: callbackOf(fields),
    lang: (optionalText(fields, 'lang') ?? '').toLowerCase().startsWith('es') ? 'es' : 'en',
    vendorData: vendorDataOf(fields),
    endUserId: optionalText(fields, 'endUserId'),
    person: {
      firstName: optionalText(person, 'firstName'),
      lastName: optionalText(person, 'lastName'),
      dateOfBirth: optionalDate(person, 'dateOfBirth'),
      gender: optionalText(person, 'gender'),
      nationality: countryOf(person['nationality']),
      idNumber: optionalText(person, 'idNumber'),
    },
    document: {
      type: documentTypeOf(document['type']),
      number: optionalText(document, 'number'),
      country: countryOf(document['country']),
    },
  }
}

/** Bytes of POST …/media: base64, with or without a `data:` prefix. */
export const readImage = (raw: Buffer): { context: Context; bytes: Buffer; timestamp: string | null } => {
  const fields = bodyPart(raw, 'image')
  if (!('context' in fields) || !('content' in fields)) {
    throw new Refusal(400, '1403', 'Image property is missing.')
  }
  const context = contextOf(fields['context'])
  const content = fields['content']
  if (typeof content !== 'string' || content === '') throw new Refusal(400, '1400', 'Image data not found.')
  const base64 = content.startsWith('data:') ? content.slice(content.indexOf(',') + 1) : content
  if (/[^A-Za-z0-9+/=\s]/.test(base64)) throw new Refusal(400, '1401', 'Image is not in valid base64.')
  return { context, bytes: Buffer.from(base64, 'base64'), timestamp: optionalText(fields, 'timestamp') }
}
