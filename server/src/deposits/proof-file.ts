import { proofBytes, type proofTypes } from '@cardamom/contract/deposits'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { encodePicture } from '../kernel/picture.ts'

export type ProofFile = { readonly contentType: (typeof proofTypes)[number]; readonly bytes: Buffer }

/** Longest side of a stored picture: a page of a statement is still read well. */
const sidePx = 2400
const tailBytes = 1024

const isPdf = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 5) === '%PDF-' &&
  bytes.subarray(-tailBytes).toString('latin1').includes('%%EOF')

/**
 * The proof of a wire as it is stored: a picture is drawn again, so nothing but its pixels remains; a PDF stays as it is,
 * and is never opened in a page of ours.
 */
export const encodeProof = async (base64: string): Promise<Answer<ProofFile, 'proof_not_accepted'>> => {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length <= proofBytes && isPdf(bytes)) return accepted({ contentType: 'application/pdf', bytes })
  const drawn = await encodePicture(base64, {
    mostBytes: proofBytes,
    type: 'image/jpeg',
    draw: (picture) =>
      picture
        .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 82 }),
  })
  if (!drawn.accepted) return refused('proof_not_accepted', { field: 'file' })
  const drawnBytes = Buffer.from(drawn.value.slice(drawn.value.indexOf(',') + 1), 'base64')
  return accepted({ contentType: 'image/jpeg', bytes: drawnBytes })
}
