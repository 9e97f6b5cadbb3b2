import type { NoteOnWire } from './note.ts'

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The text of a note as it was typed, with the mentioned people in bold. It is never read as HTML. */
export const NoteText = ({ text, mentions }: Pick<NoteOnWire, 'text' | 'mentions'>) => {
  const names = mentions.map(({ name }) => `@${name}`)
  const parts = names.length === 0 ? [text] : text.split(new RegExp(`(${names.map(escaped).join('|')})`, 'u'))
  return (
    <p className="text-md whitespace-pre-wrap wrap-anywhere md:text-base">
      {parts.map((part, index) =>
        names.includes(part) ? (
          <strong key={index} className="font-semibold text-brand-text">
            {part}
          </strong>
        ) : (
          part
        ),
      )}
    </p>
  )
}
