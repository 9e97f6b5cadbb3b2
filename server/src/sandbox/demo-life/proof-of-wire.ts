/** A bank's confirmation of a wire as a PDF of one page, in base64. */
export const proofOfWire = (lines: readonly string[]): string => {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '')}) Tj 0 -24 Td`).join(' ')
  const content = `BT /F1 16 Tf 60 720 Td ${shown} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  const count = objects.length + 1
  const head = `xref\n0 ${count}\n0000000000 65535 f \n${table}`
  return Buffer.from(
    `${file}${head}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  ).toString('base64')
}
