/**
 * Hash of the only style element that the step-up provider's browser library adds: its popup at the default
 * width. The content security policy allows it (ux §4). A test of the web computes it again with the
 * installed library.
 */
export const popupStyleHash = `'sha256-5Az4NQb6dubGZHm0w3ZAqADXELlINI1b9WNySRWe9W4='`
