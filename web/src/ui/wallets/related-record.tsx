import { TextLink } from '../button.tsx'
import { NoteBox } from '../note-box.tsx'

type RelatedProps = {
  readonly record: { readonly id: string; readonly ref: string }
  /** How it is related, with its reference. */
  readonly title: string
  /** The page that shows a record by `?open=`. */
  readonly to: string
}

/** Leads from a record to the one that undid it, or that it undoes. */
export const RelatedRecord = ({ record: { id, ref }, title, to }: RelatedProps) => (
  <NoteBox
    tone="info"
    title={title}
    action={
      <TextLink to={to} search={{ open: id }}>
        {ref}
      </TextLink>
    }
  />
)
