import type { ReactNode } from 'react'
import { queryClient } from '../kernel/query.ts'

/** One group of controls. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-line2 py-4 first:border-t-0 first:pt-0">
    <h3 className="pb-2 font-semibold">{title}</h3>
    {children}
  </section>
)

export const Buttons = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2">{children}</div>
)

/** What a control changed may stand on any page. */
export const readAgain = () => void queryClient.invalidateQueries()
