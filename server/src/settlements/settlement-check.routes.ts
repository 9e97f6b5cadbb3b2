import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkFiles,
  readSettlementCheck,
  type CheckFile,
} from '@cardamom/contract/settlements/settlement-check'
import { accepted } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { render, sendRendered } from '../kernel/rendered.ts'
import { readFirstSigning } from '../ledger/blocks.sql.ts'
import { signingKeyOf } from '../ledger/signing-key.ts'
import { documentParts } from './settlement-document.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const types: Readonly<Record<CheckFile, string>> = {
  checker: 'text/javascript; charset=utf-8',
  key: 'application/x-pem-file',
  formatEn: 'text/markdown; charset=utf-8',
  formatEs: 'text/markdown; charset=utf-8',
}
const fileNames = Object.keys(checkFiles) as CheckFile[]

/**
 * What a partner checks the file of a settlement with, without a login: the checker, its format and the key. They are the
 * same for everybody, and a browser checks each time whether its copy is the present one.
 */
export const mountSettlementCheck = ({ app, mount, config }: Kernel): void => {
  const key = signingKeyOf(config.LEDGER_SIGNING_KEY)
  const texts: Readonly<Record<CheckFile, string>> = {
    checker: read('tools/verify-settlement.mjs'),
    key: key.publicKeyPem,
    formatEn: read('docs/settlement-file.md'),
    formatEs: read('docs/settlement-file.es.md'),
  }
  const format = { en: documentParts(texts.formatEn), es: documentParts(texts.formatEs) }
  const files = fileNames.map((file) => ({
    file,
    bytes: Buffer.byteLength(texts[file]),
    sha256: hash('sha256', texts[file]),
  }))

  for (const file of fileNames) {
    const rendered = render(texts[file], types[file])
    app.get(
      `/api${readSettlementCheck.path}/${checkFiles[file]}`,
      { config: { isPage: true } },
      async (request, reply) =>
        sendRendered(
          request,
          reply
            .header('cache-control', 'public, no-cache')
            .header('content-disposition', `attachment; filename="${checkFiles[file]}"`),
          rendered,
        ),
    )
  }

  /** It never changes once there is a block. */
  let since: Date | null = null
  mount(readSettlementCheck, async ({ sql, lang }) => {
    since ??= await readFirstSigning(sql, key.id)
    return accepted({ key: { id: key.id, fingerprint: key.fingerprint, since }, files, format: format[lang] })
  })
}
