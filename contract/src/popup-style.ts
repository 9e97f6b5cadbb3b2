/**
 * Of the one style element that the step-up provider's browser library makes: its popup at the default width. The content
 * security policy allows it (ux §4), and a test of the web makes it anew with the installed library.
 */
export const popupStyleHash = `'sha256-5Az4NQb6dubGZHm0w3ZAqADXELlINI1b9WNySRWe9W4='`
