import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../kernel/i18n.tsx'
import { toastError } from '../kernel/toasts.ts'
import { Button } from './button.tsx'

/**
 * Copies a text to the clipboard and confirms it for two seconds. With `word` it is a button of full width:
 * "Copy address".
 */
export const CopyButton = ({
  text,
  word,
  label,
  variant = 'outline',
}: {
  text: string
  word?: string
  /** Label for screen readers, needed when there is no `word`: "Copy the amount". */
  label?: string
  variant?: 'primary' | 'outline' | 'ghost'
}) => {
  const t = useText('ui')
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toastError(t('notCopied')),
    )
  }
  return (
    <>
      <Button
        variant={variant}
        icon={isCopied ? Check : Copy}
        iconOnly={word === undefined}
        fullWidth={word !== undefined}
        onClick={copy}
      >
        {word === undefined ? (label ?? t('copy')) : isCopied ? t('copied') : word}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? t('copied') : ''}
      </span>
    </>
  )
}
