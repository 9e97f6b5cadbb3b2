import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../wire.ts'

/** What a partner needs to check the file of a settlement, each a file of its own without a login. */
export const checkFiles = {
  checker: 'verify-settlement.mjs',
  key: 'public-key.pem',
  formatEn: 'settlement-file.en.md',
  formatEs: 'settlement-file.es.md',
} as const
export type CheckFile = keyof typeof checkFiles

/** A part of a written document. Texts have `code` and **bold** as in Markdown, and nothing else. */
const DocumentPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('list'), isNumbered: z.boolean(), items: z.array(z.string()) }),
  /** Two columns: a name, and what it means. An empty head has no text. */
  z.object({ kind: z.literal('table'), head: z.array(z.string()), rows: z.array(z.array(z.string())) }),
])
export type DocumentPart = z.output<typeof DocumentPart>

export const readSettlementCheck = endpoint({
  method: 'GET',
  path: '/settlement-check',
  summary: 'How to check the file of a settlement without the operator: the key, the files, and their format',
  who: 'public',
  output: z.object({
    key: z.object({
      /** The start of the fingerprint, which each block names. */
      id: z.string(),
      /** sha256 of the public key in DER, in hex. */
      fingerprint: z.string(),
      /** When the first block was signed with it; null: none is yet. */
      since: Instant.nullable(),
    }),
    files: z.array(
      z.object({
        file: z.enum(Object.keys(checkFiles) as [CheckFile, ...CheckFile[]]),
        bytes: z.number().int(),
        sha256: z.string(),
      }),
    ),
    /** The format of the file, in the language of the call. */
    format: z.array(DocumentPart),
  }),
  refusals: {},
})
