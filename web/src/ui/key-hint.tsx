/** The key that presses a button, shown in it where there is a keyboard. */
export const KeyHint = ({ children }: { children: string }) => (
  <kbd aria-hidden className="ml-1 hidden rounded-sm border border-current px-1 text-xs lg:inline">
    {children}
  </kbd>
)
