/**
 * Terms of a company that others change. `setBy`: the company above that did; null: the operator. `facts` have the values
 * that the company may read, before and after.
 */
export type TermsChange = {
  readonly subject: 'fees' | 'payin' | 'emergency' | 'allowance'
  readonly setBy: string | null
  readonly facts: Readonly<Record<string, string>>
}
