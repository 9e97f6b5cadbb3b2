import type { ComponentProps } from 'react'
import { BeforeAfter } from './wallet-change.tsx'
import { CardName } from './card-field.tsx'
import { PostingsTable, type Leg } from './postings-table.tsx'

/** A card with its holder, and what is available on it before and after. */
export const CardChange = ({
  title,
  available,
  card,
}: {
  title: string
  available: string
  card: ComponentProps<typeof CardName>['card'] & { readonly before: string; readonly after: string }
}) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-3 rounded-xl border border-line p-4">
    <p className="text-base text-mute md:text-sm">{title}</p>
    <CardName card={card} />
    <div className="border-t border-line2 pt-3">
      <p className="pb-1 text-base text-mute md:text-sm">{available}</p>
      <BeforeAfter before={card.before} after={card.after} />
    </div>
  </section>
)

/** Journals of an operation on a card, in the order in which they are posted, each with its title. */
export const CardJournals = ({
  journals,
}: {
  journals: readonly { readonly title: string; readonly legs: readonly Leg[] }[]
}) => (
  <div className="flex flex-col gap-4">
    {journals
      .filter(({ legs }) => legs.length > 0)
      .map(({ title, legs }) => (
        <div key={title}>
          <p className="text-base font-medium md:text-sm">{title}</p>
          <PostingsTable legs={legs} />
        </div>
      ))}
  </div>
)
