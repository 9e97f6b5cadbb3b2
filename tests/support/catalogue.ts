import { catalogues } from '@cardamom/contract/messages/catalogues'

/** The English catalogue, whole. */
export const { en } = catalogues
