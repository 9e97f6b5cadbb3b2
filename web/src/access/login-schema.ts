import { createSession } from '@cardamom/contract/access/login'

/** What is typed at the login, checked: apart from the page, which stands before it is needed. */
export const loginSchema = createSession.input
