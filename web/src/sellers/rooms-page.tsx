import { ClientPage } from './client-page.tsx'
import { ClientsPage } from './clients-page.tsx'
import { EarningsPage } from './earnings-page.tsx'
import { NewClientPage } from './new-client-page.tsx'
import { OwnCodesPage } from './own-codes-page.tsx'
import { OwnSellersPage } from './own-sellers-page.tsx'
import { ReferralsPage } from './referrals-page.tsx'

/*
 * The rooms of sellers and referrers are one file of the build: the first file that everybody loads then names one file
 * instead of seven, and its size is limited.
 */
export const ReferralsRoom = () => <ReferralsPage />
export const ClientsRoom = () => <ClientsPage />
export const NewClientRoom = () => <NewClientPage />
export const ClientRoom = () => <ClientPage />
export const SellersRoom = () => <OwnSellersPage />
export const CodesRoom = () => <OwnCodesPage />
export const EarningsRoom = () => <EarningsPage />
