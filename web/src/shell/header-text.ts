/*
 * Words that share one line of the window with others: they grow with the person's letters as far as the line goes.
 */

/** The brand and the language above the page. */
export const headerText = 'text-[length:min(1rem,max(16px,5.5vw))]'

/** The five words of the phone's tab bar. */
export const tabText = 'text-[length:min(0.75rem,max(12px,3.5vw))] leading-[1.35]'
