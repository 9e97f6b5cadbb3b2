import { catalogues } from '@cardamom/contract/messages/catalogues'

/** The complete English catalogue. */
export const { en } = catalogues
